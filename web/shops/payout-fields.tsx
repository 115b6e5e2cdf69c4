import {
  payoutFields,
  payoutMethods,
  type AccountDetails,
  type PayoutMethod,
} from '../../contract/shops/shops.ts'
import type { FieldErrors } from '../identity/form-errors.ts'
import { TextField } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'

type DetailName = keyof AccountDetails

export const detailLabels: Record<DetailName, string> = {
  routing: 'Routing Number',
  account: 'Account Number',
  email: 'PayPal Email',
  username: 'Venmo Username',
}

const keyboards: Record<DetailName, 'numeric' | 'email' | 'text'> = {
  routing: 'numeric',
  account: 'numeric',
  email: 'email',
  username: 'text',
}

export type PayoutDraft = { method: PayoutMethod | null; details: AccountDetails }

export const emptyPayout: PayoutDraft = { method: null, details: {} }

/** The details to send: only those that belong to the method and are filled in. */
export function filledDetails({ method, details }: PayoutDraft): AccountDetails {
  const filled: AccountDetails = {}
  if (method === null) return filled
  for (const name of payoutFields[method]) {
    const value = details[name]?.trim()
    if (value) filled[name] = value
  }
  return filled
}

type PayoutFieldsProps = {
  payout: PayoutDraft
  /** `field` is the path of the edited field. */
  onChange: (payout: PayoutDraft, field: string) => void
  /** By path: 'paymentMethod', 'accountDetails.email'. */
  errors: FieldErrors
  detailsHint?: string
}

/** A shop's payout method. Another method has other details, so changing it clears them. */
export function PayoutFields({ payout, onChange, errors, detailsHint }: PayoutFieldsProps) {
  const { method, details } = payout
  return (
    <div className="grid gap-5">
      <SelectField
        label="Payment Method"
        name="paymentMethod"
        placeholder="Choose a payment method"
        options={payoutMethods}
        value={method ?? ''}
        error={errors['paymentMethod']}
        onChange={(chosen) =>
          onChange(
            { method: payoutMethods.find((each) => each === chosen) ?? null, details: {} },
            'paymentMethod',
          )
        }
      />
      {method !== null && (
        <fieldset className="min-w-0">
          <legend className="mb-3 text-sm font-medium">Account Details</legend>
          <div className="grid gap-5 sm:grid-cols-2">
            {payoutFields[method].map((name) => (
              <TextField
                key={name}
                label={detailLabels[name]}
                name={`accountDetails.${name}`}
                optional
                inputMode={keyboards[name]}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={details[name] ?? ''}
                error={errors[`accountDetails.${name}`]}
                onChange={(event) =>
                  onChange(
                    { method, details: { ...details, [name]: event.target.value } },
                    `accountDetails.${name}`,
                  )
                }
              />
            ))}
          </div>
          {detailsHint && <p className="mt-3 text-sm text-muted">{detailsHint}</p>}
        </fieldset>
      )}
    </div>
  )
}

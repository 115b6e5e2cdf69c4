import { useState } from 'react'
import * as z from 'zod/mini'
import {
  feeLimits,
  feeOf,
  feePercentLimits,
  freeHoursLimits,
  type CancellationTerms,
} from '../../contract/booking/cancellation-terms.ts'
import { formatCents } from '../../contract/money.ts'
import { shopChange, type ShopSettings } from '../../contract/shops/shop-settings.ts'
import { addDays, dayOf, instantOfWallTime } from '../../contract/time.ts'
import { call } from '../api/client.ts'
import { bookingTermsSentence } from '../appointments/booking-terms.ts'
import { freeCancellation } from '../appointments/free-cancellation.ts'
import { findFieldErrors } from '../identity/form-errors.ts'
import { useProductSettings } from '../layout/product-settings.ts'
import { formatDeadline } from '../payments/fee-words.ts'
import { dollarsText, parseDollars } from '../ui/dollar-text.ts'
import { TextField } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useFormDraft } from '../ui/use-form-draft.ts'
import { SettingsForm, SettingsSection } from './settings-section.tsx'
import { shopParams } from './shop-settings.ts'
import { useShopChange } from './use-shop-change.ts'

const kinds = { none: 'No fee', amount: 'An amount', percent: 'Percent of the price' } as const
type Kind = keyof typeof kinds

const limits = {
  amount: `${formatCents(feeLimits.minCents)} to ${formatCents(feeLimits.maxCents)}.`,
  percent: `${feePercentLimits.min} to ${feePercentLimits.max}.`,
  hours: `${freeHoursLimits.min} to ${freeHoursLimits.max}.`,
}

/** As typed: the fee in dollars, or in percent. */
const typedTerms = z.object({
  kind: z.enum(['none', 'amount', 'percent']),
  freeHours: z.string(),
  fee: z.string(),
})
type TypedTerms = z.infer<typeof typedTerms>

function typedOf(terms: CancellationTerms | null): TypedTerms {
  if (terms === null) return { kind: 'none', freeHours: '24', fee: '' }
  const { freeHours, feeCents, feePercent } = terms
  return feeCents === null
    ? { kind: 'percent', freeHours: String(freeHours), fee: String(feePercent) }
    : { kind: 'amount', freeHours: String(freeHours), fee: dollarsText(feeCents) }
}

/** The typed terms; a number that cannot be read is none, which the schema refuses. */
function termsOf({ kind, freeHours, fee }: TypedTerms): CancellationTerms | null {
  if (kind === 'none') return null
  const given = fee.trim() === '' ? Number.NaN : Number(fee)
  return {
    freeHours: freeHours.trim() === '' ? Number.NaN : Number(freeHours),
    feeCents: kind === 'amount' ? (parseDollars(fee) ?? Number.NaN) : null,
    feePercent: kind === 'percent' ? given : null,
  }
}

/** The fee for a late cancellation or a no-show, for bookings from now on. */
export function CancellationSection({ shop }: { shop: ShopSettings }) {
  const draft = useFormDraft(`shop-${shop.id}-cancellation`, typedTerms, typedOf(shop.cancellation))
  const changing = useShopChange()
  const { value } = draft
  const { errors } = changing
  const body = { cancellation: termsOf(value) }
  const found = findFieldErrors(shopChange, body)
  const settings = useProductSettings()
  const [browserNow] = useState(() => Date.now())
  // The browser's clock is the fallback while the server's is unknown.
  const sampleStart = sampleStartOf(settings ? Date.parse(settings.now) : browserNow, shop.timeZone)

  const edit = (part: Partial<TypedTerms>, field: string) => {
    draft.change({ ...value, ...part })
    changing.edited(field)
  }
  const save = () =>
    changing.save(
      value.kind === 'none' ? 'Cancelling is free' : 'Cancellation terms saved',
      () => call('shops.change', { params: shopParams(shop.id), body }),
      found,
    )
  return (
    <SettingsSection
      id="cancellation"
      title="Cancellation"
      lead="You can charge a fee when a customer cancels late or doesn’t come. They agree to it before they give a card. It counts for bookings from now on. When you cancel or move an appointment, there is no fee."
    >
      <SettingsForm
        part="cancellation"
        saveLabel="Save terms"
        label="Cancellation"
        draft={draft}
        changing={changing}
        onSave={save}
      >
        <div className="grid gap-5 sm:grid-cols-3">
          <SelectField
            label="Fee"
            name="kind"
            value={value.kind}
            onChange={(kind) => edit({ kind: kind as Kind, fee: '' }, 'cancellation.feeCents')}
            options={Object.entries(kinds).map(([kind, label]) => ({ value: kind, label }))}
          />
          {value.kind !== 'none' && (
            <>
              <TextField
                label={value.kind === 'amount' ? 'Amount in dollars' : 'Percent'}
                name={value.kind === 'amount' ? 'cancellation.feeCents' : 'cancellation.feePercent'}
                inputMode="decimal"
                autoComplete="off"
                placeholder={value.kind === 'amount' ? '50' : '10'}
                hint={limits[value.kind]}
                value={value.fee}
                error={errors['cancellation.feeCents'] ?? errors['cancellation.feePercent']}
                onChange={(event) =>
                  edit(
                    { fee: event.target.value },
                    value.kind === 'amount' ? 'cancellation.feeCents' : 'cancellation.feePercent',
                  )
                }
              />
              <TextField
                label="Free until, in hours before the start"
                name="cancellation.freeHours"
                inputMode="numeric"
                autoComplete="off"
                placeholder="24"
                hint={limits.hours}
                value={value.freeHours}
                error={errors['cancellation.freeHours']}
                onChange={(event) => edit({ freeHours: event.target.value }, 'cancellation.freeHours')}
              />
            </>
          )}
        </div>
        {Object.keys(found).length === 0 && (
          <p className="rounded-control bg-sunken px-4 py-3 text-ui">
            <span className="block text-sm text-muted">
              What customers read before they give a card, for example for a {formatCents(samplePriceCents)}{' '}
              job on {formatDeadline(sampleStart, shop.timeZone)}
            </span>
            “{customerSentence(body.cancellation, { startsAt: sampleStart, timeZone: shop.timeZone })}”
          </p>
        )}
      </SettingsForm>
    </SettingsSection>
  )
}

const samplePriceCents = 49_900

/** 9:00 AM on the day in two weeks: further away than any free time. */
function sampleStartOf(now: number, timeZone: string): number {
  const day = addDays(dayOf(now, timeZone), 14)
  return instantOfWallTime(day, 9 * 60, timeZone) ?? now
}

/** The sentence of the booking page. */
function customerSentence(
  terms: CancellationTerms | null,
  { startsAt, timeZone }: { startsAt: number; timeZone: string },
): string {
  if (terms === null) return freeCancellation
  const shown = { feeCents: feeOf(terms, samplePriceCents), freeHours: terms.freeHours }
  const now = startsAt - 14 * 86_400_000
  return bookingTermsSentence(shown, startsAt, timeZone, now)
}

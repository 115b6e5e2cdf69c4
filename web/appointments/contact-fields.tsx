import { formatPhone, isPhoneBeyondUse, phoneSentence } from '../../contract/booking/us-phone.ts'
import type { FieldErrors } from '../identity/form-errors.ts'
import { TextField } from '../ui/field.tsx'
import type { ContactDraft } from './booking-draft.ts'

type ContactFieldsProps = {
  contact: ContactDraft
  errors: FieldErrors
  locked: boolean
  /** The reader is not the customer, so the browser's own address does not help. */
  isForOther?: boolean
  onChange: (name: keyof ContactDraft, value: string) => void
}

/** The customer's contact details, also for the receipt. */
export function ContactFields({ contact, errors, locked, isForOther = false, onChange }: ContactFieldsProps) {
  return (
    <>
      <TextField
        label="Full Name"
        name="name"
        autoComplete={isForOther ? 'off' : 'name'}
        required
        readOnly={locked}
        value={contact.name}
        error={errors['name']}
        onChange={(event) => onChange('name', event.target.value)}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Phone Number"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete={isForOther ? 'off' : 'tel-national'}
          placeholder="(123) 456-7890"
          required
          readOnly={locked}
          value={contact.phone}
          error={errors['phone'] || (isPhoneBeyondUse(contact.phone) ? phoneSentence : '')}
          onChange={(event) => onChange('phone', formatPhone(event.target.value))}
        />
        <TextField
          label="Email for Receipt"
          name="email"
          type="email"
          inputMode="email"
          autoComplete={isForOther ? 'off' : 'email'}
          autoCapitalize="none"
          spellCheck={false}
          required
          readOnly={locked}
          value={contact.email}
          error={errors['email']}
          onChange={(event) => onChange('email', event.target.value)}
        />
      </div>
    </>
  )
}

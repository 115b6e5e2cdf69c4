import { useState } from 'react'
import { contact as contactSchema, fullNameSentence } from '../../contract/booking/appointments.ts'
import { formatPhone } from '../../contract/booking/us-phone.ts'
import { findFieldErrors, type FieldErrors } from '../identity/form-errors.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import type { ContactDraft } from './booking-draft.ts'
import { ContactFields } from './contact-fields.tsx'

/** The sentences that speak to the reader. */
type ContactWords = { emailNote: string; nameMissing: string }

const customerWords: ContactWords = {
  emailNote: 'We’ll email a link to the new address. Emails go there once you open it.',
  nameMissing: fullNameSentence,
}

type ContactFormProps = {
  /** The reader is not the customer, so the browser fills in no data of the reader. */
  staffWords?: ContactWords
  contact: ContactDraft
  busy: boolean
  /** Why the last attempt failed, and the field to correct. */
  problem: { sentence: string; field: string | null } | null
  /** Something was typed. */
  onEdit?: () => void
  onSave: (contact: ContactDraft) => void
  onClose: () => void
}

/** Corrects the contact of an appointment: for its customer and for staff. */
export function ContactForm(props: ContactFormProps) {
  const { staffWords, contact, busy, problem, onEdit, onSave, onClose } = props
  const words = staffWords ?? customerWords
  const [given, setGiven] = useState({ ...contact, phone: formatPhone(contact.phone) })
  const [errors, setErrors] = useState<FieldErrors>({})
  const shown = problem?.field ? { ...errors, [problem.field]: problem.sentence } : errors
  const save = () => {
    const found = findFieldErrors(contactSchema, given)
    setErrors(found)
    if (Object.keys(found).length === 0 && !busy) onSave(given)
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <ContactFields
        contact={given}
        errors={shown['name'] === fullNameSentence ? { ...shown, name: words.nameMissing } : shown}
        isForOther={staffWords !== undefined}
        locked={busy}
        onChange={(name, value) => {
          onEdit?.()
          setGiven({ ...given, [name]: value })
          setErrors({ ...errors, [name]: '' })
        }}
      />
      <p className="text-sm text-muted">{words.emailNote}</p>
      {problem !== null && problem.field === null && <Alert tone="bad">{problem.sentence}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy} busyText="Saving...">
          Save contact
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onClose}>
          Keep as is
        </Button>
      </div>
    </form>
  )
}

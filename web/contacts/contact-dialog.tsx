import { useId, useState } from 'react'
import type { ContactPage } from '../../contract/contacts/contacts.ts'
import { contactFields } from '../../contract/booking/appointments.ts'
import { formatPhone, isPhoneBeyondUse, phoneSentence } from '../../contract/booking/us-phone.ts'
import { call } from '../api/client.ts'
import { findFieldErrors, type FieldErrors } from '../identity/form-errors.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { GuardedDialog, typedQuestion } from '../ui/guarded-dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useContactChange } from './contact-queries.ts'

type Draft = { name: string; phone: string; email: string }

/** The errors of a draft whose phone and email may be empty. */
function errorsOf({ name, phone, email }: Draft): FieldErrors {
  const errors: FieldErrors = {}
  for (const [field, value] of Object.entries({ name, phone, email }) as [keyof Draft, string][]) {
    if (field !== 'name' && value.trim() === '') continue
    const message = findFieldErrors(contactFields[field], value)['']
    if (message !== undefined) errors[field] = message
  }
  return errors
}

type ContactDialogProps = {
  shopId: number
  /** The contact to change; a new one without it. */
  contact?: ContactPage
  onClose: () => void
  onSaved: (contact: ContactPage) => void
}

/** Adds a person, or changes name, phone and email. */
export function ContactDialog({ shopId, contact, onClose, onSaved }: ContactDialogProps) {
  const formId = useId()
  const [draft, setDraft] = useState<Draft>({
    name: contact?.name ?? '',
    phone: formatPhone(contact?.phone ?? ''),
    email: contact?.email ?? '',
  })
  const [errors, setErrors] = useState<FieldErrors>({})
  const { busy, problem, change } = useContactChange()
  const shown = problem?.field ? { ...errors, [problem.field]: problem.sentence } : errors
  const close = () => {
    if (!busy) onClose()
  }
  const type = (field: keyof Draft, value: string) => {
    setDraft({ ...draft, [field]: value })
    setErrors({ ...errors, [field]: undefined })
  }
  const save = async () => {
    const found = errorsOf(draft)
    setErrors(found)
    if (Object.keys(found).length > 0) return
    const body = {
      name: draft.name,
      phone: draft.phone.trim() === '' ? null : draft.phone,
      email: draft.email.trim() === '' ? null : draft.email,
    }
    const saved = await change(() =>
      contact
        ? call('contacts.change', { params: { id: contact.id }, body })
        : call('contacts.add', { body: { shopId, ...body } }),
    )
    if (!saved) return
    onClose()
    onSaved(saved)
  }
  return (
    <GuardedDialog
      open
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title={contact ? 'Edit contact' : 'Add contact'}
      lossQuestion={busy ? undefined : typedQuestion}
      {...(contact && {
        description: 'Past and upcoming appointments keep the details they were booked with.',
      })}
      footer={
        <>
          <Button variant="secondary" disabled={busy} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyText="Saving...">
            {contact ? 'Save' : 'Add contact'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField
          label="Name"
          autoComplete="off"
          value={draft.name}
          error={shown['name']}
          onChange={(event) => type('name', event.target.value)}
        />
        <TextField
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          optional
          placeholder="(123) 456-7890"
          value={draft.phone}
          error={shown['phone'] ?? (isPhoneBeyondUse(draft.phone) ? phoneSentence : undefined)}
          onChange={(event) => type('phone', formatPhone(event.target.value))}
        />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          optional
          value={draft.email}
          error={shown['email']}
          onChange={(event) => type('email', event.target.value)}
        />
        {problem !== null && problem.field === null && <Alert tone="bad">{problem.sentence}</Alert>}
      </form>
    </GuardedDialog>
  )
}

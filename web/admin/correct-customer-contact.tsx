import { useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import { call, CallError } from '../api/client.ts'
import type { ContactDraft } from '../appointments/booking-draft.ts'
import { ContactForm } from '../appointments/contact-form.tsx'
import { useLossQuestion } from '../ui/guarded-dialog.tsx'
import { detailsKey } from './admin-queries.ts'

type CorrectCustomerContactProps = {
  details: AppointmentDetails
  onClose: () => void
  onSaved: () => void
}

const staffWords = {
  emailNote: 'We’ll email the customer a link at the new address. Emails go there once they open it.',
  nameMissing: 'Please enter the customer’s full name',
}

/** Corrects the contact of an appointment for its customer. */
export function CorrectCustomerContact({ details, onClose, onSaved }: CorrectCustomerContactProps) {
  const { id, customerName: name, customerEmail: email, customerPhone: phone } = details
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: ContactDraft) => call('admin.correctContact', { params: { id }, body }),
    onSuccess: async (corrected) => {
      queries.setQueryData(detailsKey(id), corrected)
      onSaved()
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== detailsKey(id)[0] })
    },
  })
  const [isEdited, setEdited] = useState(false)
  useLossQuestion(isEdited && !isPending ? 'Close without saving? What you typed will be lost.' : null)
  return (
    <ContactForm
      staffWords={staffWords}
      contact={{ name, email, phone }}
      busy={isPending}
      problem={error && { sentence: error.message, field: error instanceof CallError ? error.field : null }}
      onEdit={() => setEdited(true)}
      onSave={mutate}
      onClose={onClose}
    />
  )
}

import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { toast } from '../ui/toast.ts'
import { ContactForm } from './contact-form.tsx'
import { EditPanel } from './edit-panel.tsx'
import { useChangeAppointment } from './use-change-appointment.ts'

type CorrectContactProps = { appointment: CustomerAppointment; onClose: () => void }

/** Corrects the contact of the customer's own appointment. */
export function CorrectContact({ appointment, onClose }: CorrectContactProps) {
  const change = useChangeAppointment(appointment.id)
  const { name, email, phone } = appointment
  return (
    <EditPanel title="Correct Contact">
      <ContactForm
        contact={{ name, email, phone }}
        busy={change.isPending}
        problem={
          change.error && {
            sentence: change.error.message,
            field: change.error.field?.replace('contact.', '') ?? null,
          }
        }
        onClose={onClose}
        onSave={(contact) =>
          change.mutate(
            { contact },
            {
              onSuccess: () => {
                toast({ title: 'Contact corrected' })
                onClose()
              },
            },
          )
        }
      />
    </EditPanel>
  )
}

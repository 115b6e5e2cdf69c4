import type { ReactNode } from 'react'
import { CreditCard, TriangleAlert } from 'lucide-react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { holdLineOf } from '../payments/hold-line.ts'
import { Alert } from '../ui/alert.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'

type HoldNoteProps = { appointment: CustomerAppointment; className: string; children?: ReactNode }

/** Whether the hold needs the customer to confirm the card. */
export function isHoldAsking({ hold, timeZone, confirmCardUrl }: CustomerAppointment): boolean {
  return confirmCardUrl !== null && (holdLineOf(hold, timeZone)?.ask ?? null) !== null
}

/**
 * The state of an appointment's hold in one line, with a link to confirm the card if needed, or `children`.
 */
export function HoldNote({ appointment, className, children }: HoldNoteProps) {
  const { hold, timeZone, confirmCardUrl } = appointment
  const line = holdLineOf(hold, timeZone)
  if (!line) return null
  if (line.ask !== null && confirmCardUrl !== null)
    return (
      <Alert
        tone={line.tone === 'bad' ? 'bad' : 'warn'}
        isStanding
        className="m-4 sm:m-5 sm:[&>svg]:self-center"
      >
        <span className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <span className="min-w-0 flex-1 basis-64">
            {line.text} {line.ask}
          </span>
          <ButtonLink href={confirmCardUrl} size="small">
            Confirm your card
          </ButtonLink>
        </span>
      </Alert>
    )
  const Icon = line.tone === 'quiet' ? CreditCard : TriangleAlert
  return (
    <div className={classNames('flex items-start gap-2.5 text-ui text-muted', className)}>
      <Icon className="mt-0.5 size-5 shrink-0 text-ember" aria-hidden="true" />
      <div className="min-w-0">
        <p>{line.text}</p>
        {children}
      </div>
    </div>
  )
}

import type { Misfit } from '../../contract/admin/attention.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { PhoneLink } from '../ui/phone-link.tsx'
import { startOnTheWall } from './misfit-words.ts'
import { useMisfits } from './shop-settings.ts'

const reasons: Record<Misfit['reason'], string> = {
  closed: 'The shop is closed on this day.',
  before_opening: 'It begins before opening.',
  after_closing: 'It ends after closing.',
  bay_out_of_use: 'Its bay is out of use.',
}

type ConflictingAppointmentsProps = { shopId: number; onOpenAppointment: (id: string) => void }

/**
 * Appointments that conflict with changed hours, closures or bays. They stay booked; the shop must contact
 * the customer.
 */
export function ConflictingAppointments({ shopId, onOpenAppointment }: ConflictingAppointmentsProps) {
  const misfits = useMisfits(shopId)
  if (misfits.isError)
    return (
      <Alert tone="warn">
        We couldn’t check for appointments that no longer fit. {misfits.error.message}{' '}
        <button
          type="button"
          className="min-h-6 font-medium underline underline-offset-4"
          onClick={() => void misfits.refetch()}
        >
          Try again
        </button>
      </Alert>
    )
  if (!misfits.data || misfits.data.length === 0) return null
  const count = misfits.data.length
  const unfit = misfits.data.every(({ reason }) => reason === 'bay_out_of_use') ? 'your bays' : 'your hours'
  return (
    <section aria-labelledby="misfits">
      <Alert
        tone="warn"
        title={
          <span id="misfits">
            {count === 1
              ? `1 appointment no longer fits ${unfit}. It stays booked.`
              : `${count} appointments no longer fit ${unfit}. They stay booked.`}
          </span>
        }
      >
        <p>
          Do the work as booked, or agree on another time with{' '}
          {count === 1 ? 'the customer' : 'each customer'} and move it under Details.
        </p>
        <ul className="mt-3 grid gap-2">
          {misfits.data.map((each) => (
            <li
              key={each.appointmentId}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control bg-surface px-4 py-2.5 text-ink"
            >
              <span className="min-w-0 flex-1 basis-64">
                <span className="block font-medium">{startOnTheWall(each.appointmentDate)}</span>
                <span className="block text-sm text-muted">{reasons[each.reason]}</span>
              </span>
              <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
                <span className="block">
                  <bdi>{each.customerName}</bdi>
                </span>
                <span className="text-sm">
                  <PhoneLink phone={each.customerPhone} />
                </span>
              </span>
              <Button variant="secondary" size="small" onClick={() => onOpenAppointment(each.appointmentId)}>
                Details<span className="sr-only"> of {each.customerName}</span>
              </Button>
            </li>
          ))}
        </ul>
      </Alert>
    </section>
  )
}

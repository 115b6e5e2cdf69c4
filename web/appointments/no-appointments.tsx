import { paths } from '../paths.ts'
import { goOn } from './booking-history.ts'

/** Empty state of the list, with a link to the first step for users that can book. */
export function NoAppointments({ canBook }: { canBook: boolean }) {
  return (
    <div className="always-dark overflow-hidden rounded-card bg-canvas text-center shadow-lift">
      <div className="grid justify-items-center gap-3 px-6 pt-10 sm:pt-14">
        <p className="max-w-md text-xl font-semibold text-balance sm:max-w-none sm:text-2xl">
          You don't have any appointments scheduled.
        </p>
        {canBook && (
          <a
            href={paths.bookingStep('vehicle')}
            onClick={(event) => {
              event.preventDefault()
              goOn('list', 'vehicle')
            }}
            className="inline-flex min-h-11 items-center font-medium underline decoration-ember decoration-2 underline-offset-6 hover:decoration-current"
          >
            Schedule your first appointment
          </a>
        )}
      </div>
      <img
        src="/pictures/cockpit-at-dusk.svg"
        alt=""
        width={2000}
        height={1120}
        className="h-72 w-full object-cover object-[50%_82%] [mask-image:linear-gradient(to_bottom,transparent,black_45%)] sm:h-96 lg:h-112"
      />
    </div>
  )
}

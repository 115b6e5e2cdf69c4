import { useEffect, useRef } from 'react'
import { CircleCheck } from 'lucide-react'
import type { CardRequest } from '../../contract/payments/card-confirmation.ts'
import { holdLineOf } from '../payments/hold-line.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { formatLongWallTime } from './appointment-words.ts'

type CardHeldProps = {
  asked: CardRequest
  /**
   * Confirmed just now: takes the focus, so that a screen reader reads it. Otherwise there was nothing to
   * confirm.
   */
  isNews: boolean
}

/** The state of the hold, and that no action is needed. */
export function CardHeld({ asked, isNews }: CardHeldProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
  // The hold may be confirmed before its end is known; or the card is saved and held later.
  const line = isNews && asked.hold.state !== 'live' ? null : holdLineOf(asked.hold, asked.timeZone)
  return (
    <div className="grid gap-5">
      <h2 ref={heading} tabIndex={-1} className="flex items-start gap-3 text-xl font-semibold sm:text-2xl">
        <CircleCheck className="mt-0.5 size-7 shrink-0 text-good" aria-hidden="true" />
        {isNews ? 'You’re all set' : 'Nothing to do, you’re all set'}
      </h2>
      <p>{line?.text ?? 'Your card is held. You’re charged after the work.'}</p>
      <p className="text-muted">
        We look forward to seeing you on {formatLongWallTime(asked.appointmentDate)} at {asked.shopName}.
      </p>
      <div className="mt-2">
        <ButtonLink href={paths.appointments} variant="secondary">
          Open My Appointments
        </ButtonLink>
      </div>
    </div>
  )
}

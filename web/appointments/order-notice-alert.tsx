import { ConfirmEmailNotice } from '../identity/confirm-email-notice.tsx'
import { paths } from '../paths.ts'
import { Alert } from '../ui/alert.tsx'
import { heldSentence, useOwnClaim } from './own-claim.ts'
import type { OrderNotice } from './use-order.ts'

type OrderNoticeAlertProps = {
  notice: OrderNotice | null
  /** An earlier order without a known outcome, found after a reload. */
  waiting: boolean
}

/** The outcome of the last try, beside the button that retries. */
export function OrderNoticeAlert({ notice, waiting }: OrderNoticeAlertProps) {
  const { claim } = useOwnClaim(waiting)
  if (notice?.kind === 'unproven')
    return (
      <ConfirmEmailNotice
        sentence={notice.sentence}
        next="Tap Secure Appointment again."
        returnTo={paths.bookingStep('payment')}
      />
    )
  if (notice?.kind === 'problem') return <Alert tone="bad">{notice.sentence}</Alert>
  if (!notice && !waiting) return null
  if (!notice && claim)
    return (
      <Alert tone="warn">
        {heldSentence(claim)} Tap Secure Appointment again to finish the payment. You won’t be booked twice.
      </Alert>
    )
  return (
    <Alert tone="bad" isStanding={!notice} {...(notice && { title: notice.sentence })}>
      We don’t know yet whether your appointment was booked. Tap Secure Appointment again. You won’t be booked
      twice.
    </Alert>
  )
}

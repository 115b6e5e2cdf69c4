import { refreshSession } from '../identity/session.ts'
import { Alert } from '../ui/alert.tsx'
import type { OrderNotice } from './use-order.ts'

type OrderNoticeAlertProps = {
  notice: OrderNotice | null
  /** An earlier order was sent and never answered, as found after a reload. */
  waiting: boolean
}

/** What came of the last try, beside the button that tries again. */
export function OrderNoticeAlert({ notice, waiting }: OrderNoticeAlertProps) {
  if (notice?.kind === 'signed-out')
    return (
      <Alert tone="bad">
        Your session has ended. Everything you entered is kept.{' '}
        <button
          type="button"
          // The guard of this page shows the login screen once the session is known to be over.
          onClick={() => void refreshSession()}
          className="min-h-6 font-semibold underline underline-offset-4"
        >
          Sign in again
        </button>
      </Alert>
    )
  if (notice?.kind === 'problem') return <Alert tone="bad">{notice.sentence}</Alert>
  if (!notice && !waiting) return null
  return (
    <Alert tone="bad" {...(notice && { title: notice.sentence })}>
      We do not know yet whether your appointment was booked. Press Secure Appointment again: you will not be
      booked twice.
    </Alert>
  )
}

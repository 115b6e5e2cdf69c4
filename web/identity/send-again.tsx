import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { secondsToWait } from './typed-code.ts'

type SendAgainProps = {
  /** When the last code was requested, in epoch milliseconds. */
  requestedAt: number
  busy: boolean
  onSend: () => void
}

/** The button for a new code. It waits for half a minute, as most codes arrive by then. */
export function SendAgain({ requestedAt, busy, onSend }: SendAgainProps) {
  const [wait, setWait] = useState(() => secondsToWait(requestedAt, Date.now()))
  const isWaiting = wait > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setWait(secondsToWait(requestedAt, Date.now())), 1000)
    return () => clearInterval(timer)
  }, [requestedAt, isWaiting])
  return (
    <Button
      variant="secondary"
      size="small"
      disabled={isWaiting}
      busy={busy}
      busyText="Sending..."
      onClick={onSend}
    >
      {isWaiting ? `Send a new code in ${wait} s` : 'Send a new code'}
    </Button>
  )
}

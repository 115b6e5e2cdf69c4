import type { ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { useSeen } from './use-seen.ts'

type ErrorStateProps = {
  message: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** The button's label. */
  retryText?: string
}

/** A failed load: one sentence and a retry button. */
export function ErrorState({ message, onRetry, retrying = false, retryText = 'Try again' }: ErrorStateProps) {
  const alert = useSeen<HTMLDivElement>()
  return (
    <div
      ref={alert}
      role="alert"
      className="grid justify-items-center gap-5 rounded-card border border-line bg-surface px-6 py-12 text-center shadow-lift"
    >
      <CircleAlert className="size-8 text-bad" aria-hidden="true" />
      <p className="max-w-md text-balance">{message}</p>
      {onRetry && (
        <Button variant="secondary" busy={retrying} busyText="Trying again..." onClick={onRetry}>
          {retryText}
        </Button>
      )}
    </div>
  )
}

import type { ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { Button } from './button.tsx'

type ErrorStateProps = {
  message: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** What the button says. */
  retryText?: string
}

/** Something could not be loaded: one sentence and the button that tries again. */
export function ErrorState({ message, onRetry, retrying = false, retryText = 'Try again' }: ErrorStateProps) {
  return (
    <div
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

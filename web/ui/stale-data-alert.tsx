import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

type StaleDataAlertProps = {
  problem: string
  /** Load time of the visible data, by this browser's clock. */
  loadedAt: number
  retrying: boolean
  onRetry: () => void
}

/** Says that a refetch failed and from when the visible data is. */
export function StaleDataAlert({ problem, loadedAt, retrying, onRetry }: StaleDataAlertProps) {
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' }).format(loadedAt)
  return (
    <Alert tone="bad" isStanding className="sm:[&>svg]:self-center">
      <span className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <span className="min-w-0 flex-1 basis-64">
          {problem} Below is how it was at {time}.
        </span>
        <Button variant="secondary" size="small" busy={retrying} busyText="Trying again..." onClick={onRetry}>
          Try again
        </Button>
      </span>
    </Alert>
  )
}

import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'

type FitmentProblemProps = { error: Error; isRetrying: boolean; onRetry: () => void }

/** Says that the verdicts could not be loaded. The packages stay selectable: the server checks the order. */
export function FitmentProblem({ error, isRetrying, onRetry }: FitmentProblemProps) {
  return (
    <Alert tone="warn" className="sm:[&>svg]:self-center">
      <span className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <span className="min-w-0 flex-1 basis-64">
          {error.message} You can still choose a package: we check that it fits before we place a hold.
        </span>
        <Button variant="secondary" size="small" busy={isRetrying} busyText="Checking..." onClick={onRetry}>
          Check again
        </Button>
      </span>
    </Alert>
  )
}

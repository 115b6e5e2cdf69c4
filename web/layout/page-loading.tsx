import { slowAfterMs } from '../api/slow-requests.ts'
import { Spinner } from '../ui/spinner.tsx'
import { useDelayed } from '../ui/use-delayed.ts'

/**
 * Empty for a moment, then a spinner, so that fast loads do not flash. A page that does not arrive fails
 * after 20 seconds (`lazyComponent`).
 */
export function PageLoading() {
  const isSlow = useDelayed(true, slowAfterMs)
  return (
    <div
      data-loading
      className="grid min-h-dvh flex-1 animate-late content-start justify-items-center py-32 text-3xl text-muted"
    >
      <Spinner
        label={isSlow ? 'This is taking longer than usual...' : 'Loading...'}
        className="text-base [&>svg]:size-6"
      />
    </div>
  )
}

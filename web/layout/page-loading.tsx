import { Spinner } from '../ui/spinner.tsx'

/** Empty for a moment, then a spinner, so that fast loads do not flash. */
export function PageLoading() {
  return (
    <div
      data-loading
      className="grid min-h-dvh flex-1 animate-late content-start justify-items-center py-32 text-3xl text-muted"
    >
      <Spinner label="Loading..." className="text-base [&>svg]:size-6" />
    </div>
  )
}

import { Spinner } from '../ui/spinner.tsx'

/** Nothing for a moment, and only then that something is on its way: what flashes up is read by nobody. */
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

import { Spinner } from '../ui/spinner.tsx'

export function PageLoading() {
  return (
    <div
      data-loading
      className="grid min-h-dvh flex-1 content-start justify-items-center py-32 text-3xl text-muted"
    >
      <Spinner label="Loading..." className="text-base [&>svg]:size-6" />
    </div>
  )
}

import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorState } from './error-state.tsx'
import { Spinner } from './spinner.tsx'

type QueryStateProps<Data> = {
  query: UseQueryResult<Data>
  loading: string
  children: (data: Data) => ReactNode
}

/** The data once it is there; until then what is being loaded, or what went wrong and the button to try again. */
export function QueryState<Data>({ query, loading, children }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError)
    return (
      <ErrorState
        message={query.error.message}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    )
  return (
    <div className="grid place-items-center py-16 text-muted">
      <Spinner label={loading} />
    </div>
  )
}

import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { classNames } from './class-names.ts'
import { ErrorState } from './error-state.tsx'
import { Spinner } from './spinner.tsx'

type QueryStateProps<Data> = {
  query: UseQueryResult<Data>
  loading: string
  /** Skeleton below the spinner. */
  shape?: ReactNode
  children: (data: Data) => ReactNode
}

/** The data of a query; until then a spinner, or the error with a retry button. */
export function QueryState<Data>({ query, loading, shape, children }: QueryStateProps<Data>) {
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
    <div className={classNames('grid gap-5 text-muted', shape === undefined && 'place-items-center py-16')}>
      <Spinner label={loading} />
      {shape}
    </div>
  )
}

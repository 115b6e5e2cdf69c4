import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { classNames } from './class-names.ts'
import { ErrorState } from './error-state.tsx'
import { DelayedSpinner } from './delayed-spinner.tsx'
import { StaleDataAlert } from './stale-data-alert.tsx'

type PreviousDataQueryProps<Data> = {
  query: UseQueryResult<Data>
  loading: ReactNode
  /** Classes of the container around the data. */
  className?: string
  children: (data: Data) => ReactNode
}

/**
 * The data of a query with changing parameters: the previous data stays, faded, until the new data is there
 * or fails. After a failed refetch the old data stays with an alert.
 */
export function PreviousDataQuery<Data>({
  query,
  loading,
  className,
  children,
}: PreviousDataQueryProps<Data>) {
  const { data, dataUpdatedAt, error, isFetching, isPlaceholderData, refetch } = query
  const again = { retrying: isFetching, onRetry: () => void refetch() }
  if (data === undefined) return error ? <ErrorState message={error.message} {...again} /> : loading
  return (
    <div aria-busy={isPlaceholderData} className="relative">
      {error && (
        <div className="mb-5">
          <StaleDataAlert problem={error.message} loadedAt={dataUpdatedAt} {...again} />
        </div>
      )}
      <div
        className={classNames(
          className,
          'transition-opacity duration-200',
          isPlaceholderData && 'opacity-55',
        )}
      >
        {children(data)}
      </div>
      {isPlaceholderData && <DelayedSpinner>Loading...</DelayedSpinner>}
    </div>
  )
}

import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { classNames } from './class-names.ts'
import { ErrorState } from './error-state.tsx'
import { LateNote } from './late-note.tsx'

type FadingQueryProps<Data> = {
  query: UseQueryResult<Data>
  loading: ReactNode
  /** Lays out what stands around the data. */
  className?: string
  children: (data: Data) => ReactNode
}

/**
 * The answer of a query that is asked for another day or period: the last one stays, faded, until the new one is there, and goes
 * when that one fails.
 */
export function FadingQuery<Data>({ query, loading, className, children }: FadingQueryProps<Data>) {
  const { data, error, isFetching, isPlaceholderData, refetch } = query
  if (error)
    return <ErrorState message={error.message} retrying={isFetching} onRetry={() => void refetch()} />
  if (data === undefined) return loading
  return (
    <div aria-busy={isPlaceholderData} className="relative">
      <div
        className={classNames(
          className,
          'transition-opacity duration-200',
          isPlaceholderData && 'opacity-55',
        )}
      >
        {children(data)}
      </div>
      {isPlaceholderData && <LateNote>Loading...</LateNote>}
    </div>
  )
}

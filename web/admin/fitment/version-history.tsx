import type { VersionList } from '../../../contract/fitment/changed-data.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ChangeList } from './change-list.tsx'
import { useVersions } from './fitment-queries.ts'
import { momentOf } from './fitment-words.ts'

/** The versions, newest first: who, when, why, and what changed. */
export function VersionHistory() {
  const query = useVersions()
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = query
  if (!data)
    return error ? (
      <ErrorState message={error.message} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <div>
        <output className="sr-only">Loading the versions...</output>
        <Skeleton className="h-24" />
      </div>
    )
  const versions = data.pages.flatMap((page) => page.versions)
  return (
    <div className="grid gap-4">
      <ol className="grid gap-4">
        {versions.map((version) => (
          <Version key={version.version} version={version} />
        ))}
      </ol>
      {hasNextPage && (
        <Button
          variant="secondary"
          size="small"
          className="justify-self-start"
          busy={isFetchingNextPage}
          busyText="Loading..."
          onClick={() => void fetchNextPage()}
        >
          Show older versions
        </Button>
      )}
    </div>
  )
}

function Version({ version: each }: { version: VersionList['versions'][number] }) {
  const { version, createdAt, createdBy, reason, changes, changeTotal } = each
  return (
    <li className="grid gap-2 border-l-2 border-line pl-4">
      <div>
        <h4 className="font-semibold [overflow-wrap:anywhere]">
          <span className="mr-2 rounded-mark bg-hover px-2 py-0.5 text-sm font-medium tabular-nums">
            {version}
          </span>
          <bdi>{reason}</bdi>
        </h4>
        <p className="mt-0.5 text-sm text-muted">
          {momentOf(createdAt)} by <bdi>{createdBy ?? 'Dashfit'}</bdi>
        </p>
      </div>
      {changeTotal === 0 ? (
        <p className="text-sm text-muted">The whole data began with this version.</p>
      ) : (
        <details className="text-sm">
          <summary className="min-h-6 cursor-pointer font-medium">
            {changeTotal === 1 ? '1 change' : `${changeTotal} changes`}
          </summary>
          <div className="mt-2 grid gap-3">
            <ChangeList changes={changes} total={changeTotal} />
          </div>
        </details>
      )}
    </li>
  )
}

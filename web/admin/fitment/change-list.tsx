import type { VersionList } from '../../../contract/fitment/changed-data.ts'
import { useCatalogPackages } from './fitment-queries.ts'
import { fieldName, fieldValue, withPackageNames } from './fitment-words.ts'

type Changes = VersionList['versions'][number]['changes']
const done = { added: 'Added', changed: 'Changed', removed: 'Removed' }

/** Changed rows with their fields before and after. */
export function ChangeList({ changes, total }: { changes: Changes; total: number }) {
  const packages = useCatalogPackages().data ?? []
  return (
    <>
      <ul className="grid gap-3">
        {changes.map(({ kind, id, label, change, fields }) => (
          <li key={`${kind} ${id}`} className="min-w-0 text-sm [overflow-wrap:anywhere]">
            <p className="font-medium">
              <span className="text-muted">{done[change]}</span> {withPackageNames(label, packages)}
            </p>
            {fields.length > 0 && (
              <dl className="mt-1 grid gap-x-3 gap-y-1 border-l-2 border-line pl-3 sm:grid-cols-[max-content_minmax(0,1fr)]">
                {fields.map(({ name, before, after }) => (
                  <div key={name} className="contents">
                    <dt className="text-muted">{fieldName(name)}</dt>
                    <dd>
                      <del className="text-muted decoration-bad/60">{fieldValue(name, before, packages)}</del>
                      <span className="sr-only"> is now </span>
                      <span aria-hidden="true"> → </span>
                      <ins className="no-underline">{fieldValue(name, after, packages)}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ul>
      {total > changes.length && (
        <p className="text-sm text-muted">{`And ${total - changes.length} more.`}</p>
      )}
    </>
  )
}

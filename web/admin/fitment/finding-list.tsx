import { CircleAlert, TriangleAlert } from 'lucide-react'
import { Link } from 'wouter'
import type { Finding } from '../../../contract/fitment/finding.ts'
import { fitmentPath } from './fitment-params.ts'
import { useCatalogPackages } from './fitment-queries.ts'
import { withPackageNames } from './fitment-words.ts'

type FindingListProps = { findings: readonly Finding[]; packageId: number }

/** Findings of the lint, each with a link to a car that it concerns. */
export function FindingList({ findings, packageId }: FindingListProps) {
  const packages = useCatalogPackages().data ?? []
  return (
    <ul className="grid gap-2">
      {findings.map((finding) => {
        const { level, text, make, model, year } = finding
        const isError = level === 'error'
        const Icon = isError ? CircleAlert : TriangleAlert
        return (
          <li key={`${finding.code} ${text}`} className="flex items-start gap-2.5 text-ui">
            <Icon
              className={isError ? 'mt-0.5 size-4.5 text-bad' : 'mt-0.5 size-4.5 text-warn'}
              aria-hidden="true"
            />
            <span className="min-w-0 [overflow-wrap:anywhere]">
              <span className="sr-only">{isError ? 'Error: ' : 'Warning: '}</span>
              {withPackageNames(text, packages)}
              {make !== null && model !== null && year !== null && (
                <>
                  {' '}
                  <Link
                    href={fitmentPath({ packageId, car: { make, model, year } })}
                    className="font-medium whitespace-nowrap text-link underline"
                  >
                    {`Open ${year} ${make} ${model}`}
                  </Link>
                </>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

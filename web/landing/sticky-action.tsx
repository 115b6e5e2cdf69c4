import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { formatCents } from '../../contract/money.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'

/**
 * The next action at the bottom of a phone's window, from the end of the hero to the last section. Sticky, so
 * that it needs no script: it never leaves the element that holds it.
 */
export function StickyAction({ packages }: { packages: readonly InstallationPackage[] }) {
  const lowest = Math.min(...packages.map(({ priceCents }) => priceCents))
  return (
    <div
      data-sticky-action
      className="sticky bottom-0 z-40 flex items-center gap-4 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-float sm:hidden print:hidden"
    >
      {packages.length > 0 && (
        <p className="shrink-0 leading-tight">
          <span className="block text-sm text-muted">From</span>
          <span className="text-xl font-semibold tabular-nums">{formatCents(lowest)}</span>
        </p>
      )}
      <ButtonLink href={paths.book} className="flex-1">
        Check my car
      </ButtonLink>
    </div>
  )
}

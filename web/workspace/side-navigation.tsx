import { Keyboard } from 'lucide-react'
import { Link } from 'wouter'
import type { NavItem } from './navigation.ts'
import type { Place } from './views.ts'

type SideNavigationProps = { items: readonly NavItem[]; place: Place; onKeys: () => void }

/** The parts of the workspace at the side: icons with names, icons alone in a narrow window. */
export function SideNavigation({ items, place, onKeys }: SideNavigationProps) {
  return (
    <div className="sticky top-14 flex h-[calc(100dvh-3.5rem)] w-16 shrink-0 flex-col border-r border-line bg-surface px-2 py-3 max-md:hidden lg:w-52 lg:px-3 print:hidden">
      <nav aria-label="Workspace" className="grid gap-1">
        {items.map(({ place: target, label, href, Icon, shortcut }) => (
          <Link
            key={target}
            href={href}
            aria-current={target === place ? 'page' : undefined}
            aria-keyshortcuts={shortcut}
            title={label}
            className="group flex min-h-11 items-center gap-3 rounded-control px-3 text-ui font-medium text-muted transition-colors hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:text-ink"
          >
            <Icon className="size-5 shrink-0 group-aria-[current]:text-ember" aria-hidden="true" />
            <span className="max-lg:sr-only">{label}</span>
          </Link>
        ))}
      </nav>
      <button
        type="button"
        title="Keyboard shortcuts"
        onClick={onKeys}
        className="mt-auto flex min-h-11 items-center gap-3 rounded-control px-3 text-sm text-muted hover:bg-hover hover:text-ink"
      >
        <Keyboard className="size-5 shrink-0" aria-hidden="true" />
        <span className="max-lg:sr-only">Keys</span>
        <kbd className="ml-auto rounded-sm border border-line px-1.5 text-xs max-lg:hidden">?</kbd>
      </button>
    </div>
  )
}

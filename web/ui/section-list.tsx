import { useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { useSectionInView } from './use-section-in-view.ts'

type SectionListProps = {
  sections: readonly { id: string; name: string }[]
  /** In a narrow window too: a bar below the header of the workspace that scrolls sideways. */
  hasBar?: boolean
}

/** Links to the sections of a long page, beside it in a wide window. Marks the section in view. */
export function SectionList({ sections, hasBar = false }: SectionListProps) {
  const { current, choose } = useSectionInView(sections.map(({ id }) => id))
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const link = list.current?.querySelector('[aria-current]')
    // Not scrollIntoView, which would also scroll the page.
    if (link instanceof HTMLElement) list.current?.scrollTo({ left: link.offsetLeft - 64 })
  }, [current])
  return (
    <nav
      aria-label="Parts of this page"
      data-section-bar={hasBar || undefined}
      className={classNames(
        'sticky print:hidden',
        hasBar
          ? 'max-lg:top-14 max-lg:z-20 max-lg:-mx-4 max-lg:mb-4 max-lg:border-b max-lg:border-line max-lg:bg-canvas lg:top-20'
          : 'top-6 max-lg:hidden',
      )}
    >
      <ul
        ref={list}
        className="border-line max-lg:flex max-lg:gap-1.5 max-lg:overflow-x-auto max-lg:px-4 max-lg:py-2 max-lg:[scrollbar-width:none] lg:grid lg:border-l"
      >
        {sections.map(({ id, name }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
              onClick={() => choose(id)}
              className={classNames(
                'flex items-center text-muted aria-[current]:font-medium',
                'max-lg:min-h-11 max-lg:rounded-full max-lg:border max-lg:border-line max-lg:bg-surface max-lg:px-4 max-lg:text-sm max-lg:whitespace-nowrap',
                'max-lg:aria-[current]:border-transparent max-lg:aria-[current]:bg-selected max-lg:aria-[current]:text-on-selected',
                'lg:min-h-10 lg:rounded-r-control lg:px-4 lg:text-ui lg:hover:bg-hover lg:hover:text-ink lg:aria-[current]:bg-hover lg:aria-[current]:text-ink',
              )}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

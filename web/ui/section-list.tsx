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
    const link = list.current?.querySelector(`[href="#${current}"]`)
    // Not scrollIntoView, which would also scroll the page.
    if (link instanceof HTMLElement) list.current?.scrollTo({ left: link.offsetLeft - 64 })
  }, [current])
  return (
    <nav
      aria-label="Parts of this page"
      data-section-bar={hasBar || undefined}
      className={hasBar ? 'sticky top-20' : 'sticky top-6 max-lg:hidden'}
    >
      <ul ref={list} className="grid border-l border-line">
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'true' : undefined}
              onClick={() => choose(id)}
              className={classNames(
                'flex min-h-10 items-center rounded-r-control px-4 text-ui hover:bg-hover hover:text-ink',
                id === current ? 'bg-hover text-ink' : 'text-muted',
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

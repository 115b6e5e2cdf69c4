type SectionListProps = { sections: readonly { id: string; name: string }[] }

/** Links to the sections of a long page, beside it in a wide window. */
export function SectionList({ sections }: SectionListProps) {
  return (
    <nav aria-label="Parts of this page" className="sticky top-6 max-lg:hidden">
      <ul className="grid border-l border-line">
        {sections.map(({ id, name }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-10 items-center rounded-r-control px-4 text-ui text-muted hover:bg-hover hover:text-ink"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

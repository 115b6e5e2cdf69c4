/** The sources of a rule or generation, folded. An entry that begins with 'unsourced:' is marked. */
export function SourceList({ sources }: { sources: readonly string[] }) {
  if (sources.length === 0) return null
  const isUnsourced = sources.some((source) => source.startsWith('unsourced:'))
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer font-medium">
        {sources.length === 1 ? '1 source' : `${sources.length} sources`}
        {isUnsourced && <span className="ml-2 font-normal text-warn">partly without a source</span>}
      </summary>
      <ul className="mt-2 grid gap-1 border-l-2 border-line pl-3 text-muted">
        {sources.map((source) => (
          <li key={source} className="[overflow-wrap:anywhere]">
            {source}
          </li>
        ))}
      </ul>
    </details>
  )
}

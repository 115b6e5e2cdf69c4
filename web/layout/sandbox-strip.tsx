import { useDocumentFacts } from './document-facts.ts'
import { useProductSettings } from './product-settings.ts'

/** Says on every page that no money or mail is real. Absent with real providers. */
export function SandboxStrip() {
  const written = useDocumentFacts().sandboxUrl
  const sandboxUrl = useProductSettings()?.sandboxUrl ?? written
  if (!sandboxUrl) return null
  return (
    <aside aria-label="Sandbox" className="always-dark bg-warn-soft text-warn">
      <p className="mx-auto flex max-w-6xl flex-wrap items-center justify-center gap-x-3 px-4 text-center text-sm">
        <span className="py-1.5">Sandbox: no real money, no real mail</span>
        <a
          href={`${sandboxUrl}/sandbox`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-8 items-center font-medium underline underline-offset-4 hover:text-ink"
        >
          Look inside
          <span className="sr-only"> (new tab)</span>
        </a>
      </p>
    </aside>
  )
}

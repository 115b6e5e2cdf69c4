import { useDocumentFacts } from '../layout/document-facts.ts'
import { useProductSettings } from '../layout/product-settings.ts'

/** Says that no money or mail is real. Absent with real providers. */
export function SandboxBadge() {
  const written = useDocumentFacts().sandboxUrl
  const sandboxUrl = useProductSettings()?.sandboxUrl ?? written
  if (!sandboxUrl) return null
  return (
    <a
      href={`${sandboxUrl}/sandbox`}
      target="_blank"
      rel="noreferrer"
      title="No real money, no real mail"
      className="inline-flex min-h-8 shrink-0 items-center rounded-full bg-warn-soft px-3 text-xs font-semibold text-warn hover:underline"
    >
      Sandbox
      <span className="sr-only">: no real money, no real mail (new tab)</span>
    </a>
  )
}

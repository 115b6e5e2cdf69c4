import { useEffect, useState } from 'react'
import { CalendarClock } from 'lucide-react'
import { call, CallError } from '../api/client.ts'
import { useDraft, visitor } from './draft-store.ts'
import { visitWords } from './visit-words.ts'

/** The choices of the visitor of this tab, on the page that asks for a sign-in. Empty without a car. */
export function VisitChoice() {
  const draft = useDraft(visitor)
  const packageName = usePackageName(draft.packageId)
  const words = visitWords(draft, packageName)
  if (words === null) return null
  return (
    <p className="flex items-start gap-3 rounded-card border border-ember/60 bg-surface p-4 shadow-lift">
      <CalendarClock className="mt-0.5 size-5 shrink-0 text-ember" aria-hidden="true" />
      <span className="min-w-0 font-medium text-balance">{words}</span>
    </p>
  )
}

/** The name of a package once it has loaded; the line does without it until then. */
function usePackageName(id: number | null): string | null {
  const [packages, setPackages] = useState<readonly { id: number; name: string }[]>([])
  useEffect(() => {
    if (id === null) return
    let hasLeft = false
    call('catalog.listPackages', {}).then(
      (loaded) => {
        if (!hasLeft) setPackages(loaded)
      },
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error
      },
    )
    return () => {
      hasLeft = true
    }
  }, [id])
  return packages.find((each) => each.id === id)?.name ?? null
}

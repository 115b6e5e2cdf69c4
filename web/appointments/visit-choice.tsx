import { useState } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useDraft, visitor } from './draft-store.ts'
import { createQueryClient, usePackages } from './queries.ts'
import { visitWords } from './visit-words.ts'

/** The choices of the visitor of this tab, on the page that asks for a sign-in. Empty without a car. */
export function VisitChoice() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <Choice />
    </QueryClientProvider>
  )
}

/** Without the package's name until that has loaded. */
function Choice() {
  const draft = useDraft(visitor)
  const packages = usePackages()
  const words = visitWords(draft, packages.data?.find(({ id }) => id === draft.packageId)?.name ?? null)
  if (words === null) return null
  return (
    <p className="flex items-start gap-3 rounded-card border border-ember/60 bg-surface p-4 shadow-lift">
      <CalendarClock className="mt-0.5 size-5 shrink-0 text-ember" aria-hidden="true" />
      <span className="min-w-0 font-medium text-balance">{words}</span>
    </p>
  )
}

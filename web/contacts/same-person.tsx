import { useState } from 'react'
import { Users } from 'lucide-react'
import { Link } from 'wouter'
import type { ContactPage, SamePerson as Other } from '../../contract/contacts/contacts.ts'
import { useMay } from '../identity/standing.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { countWords, sameWords } from './contact-words.ts'
import { MergeDialog } from './merge-dialog.tsx'

/** Other contacts that may be the same person, to compare and merge. */
export function SamePerson({ page }: { page: ContactPage }) {
  const [chosen, setChosen] = useState<Other | null>(null)
  const mayMerge = useMay('contact.merge')
  if (page.samePerson.length === 0 && chosen === null) return null
  return (
    <section
      aria-label="Same person?"
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card border border-line bg-warn-soft px-5 py-4 sm:px-7"
    >
      <h3 className="flex items-center gap-2.5 font-semibold text-warn">
        <Users className="size-5 shrink-0" aria-hidden="true" />
        Same person?
      </h3>
      <ul className="grid gap-2">
        {page.samePerson.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="min-w-0 text-ui">
              <Link
                href={paths.contact(other.id)}
                className="font-medium underline underline-offset-4 wrap-anywhere hover:no-underline"
              >
                <bdi>{other.name}</bdi>
              </Link>
              <span className="block text-sm text-muted">
                {sameWords(other.same)} · {countWords(other.appointments)}
              </span>
            </span>
            {mayMerge && (
              <Button
                variant="secondary"
                size="small"
                aria-label={`Compare ${other.name}`}
                onClick={() => setChosen(other)}
              >
                Compare
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen !== null && <MergeDialog page={page} other={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}

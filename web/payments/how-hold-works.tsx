import { ChevronDown } from 'lucide-react'
import { formatCents } from '../../contract/money.ts'

/** The details behind the one sentence about the hold. */
export function HowHoldWorks({ priceCents }: { priceCents: number }) {
  const price = formatCents(priceCents)
  return (
    <details className="group text-ui">
      <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 font-medium text-link [&::-webkit-details-marker]:hidden">
        <span className="underline underline-offset-4">How the hold works</span>
        <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden="true" />
      </summary>
      <ul className="mt-1 grid list-disc gap-2 pl-5 text-muted marker:text-ember">
        <li>Today your bank sets {price} aside. Your account shows it as pending, not as a charge.</li>
        <li>
          A hold lasts about a week, with some cards up to 30 days. If yours ends before your appointment, we
          place a new one.
        </li>
        <li>After the work we charge your card once, and the hold ends.</li>
      </ul>
    </details>
  )
}

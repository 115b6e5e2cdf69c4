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
        <li>Today your bank sets {price} aside. A credit card shows it as pending.</li>
        <li>With a debit card, your available balance drops by {price} until we charge or release it.</li>
        <li>A hold lasts about a week. If yours ends before your appointment, we place a new one.</li>
        <li>
          We charge your card once, after the work. If you cancel before it starts, we release the hold.
        </li>
      </ul>
    </details>
  )
}

import { remittanceSentence } from '../../contract/payments/remittance.ts'

type PayoutNotesProps = {
  feePercent: number
  /** The reader. */
  payer: 'administrator' | 'shop'
}

/** How the columns of a statement add up. */
export function PayoutNotes({ feePercent, payer }: PayoutNotesProps) {
  return (
    <ul className="grid max-w-prose list-disc gap-1 pl-5 text-sm text-muted">
      <li>Net is gross less refunds, disputes and fee. Disputes include the bank’s dispute fees.</li>
      <li>The fee is {feePercent}% of gross and paid otherwise, less refunds and disputed amounts.</li>
      <li>
        Paid otherwise is cash and the shop’s card terminal.{' '}
        {payer === 'shop' ? 'You have that money' : 'The shop has that money'}, so it isn’t in the net.
      </li>
      <li>
        Tax is part of gross and of paid otherwise. The net neither deducts it nor adds it again.{' '}
        {remittanceSentence}
      </li>
      <li>Refunds and disputes count in the month they happen, so a paid statement doesn’t change.</li>
    </ul>
  )
}

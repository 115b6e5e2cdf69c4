import type { ReactNode } from 'react'
import type { PaysBy } from '../../contract/payments/pays-by.ts'
import { RadioGroup, type RadioOption } from '../ui/radio-group.tsx'

const options: readonly RadioOption<PaysBy>[] = [
  {
    value: 'link',
    label: 'Send a link for the card',
    description: 'By email or text. The customer adds a card within 24 hours.',
  },
  {
    value: 'card',
    label: 'Card here',
    description: 'Only with the customer beside you.',
  },
  { value: 'at_shop', label: 'Pay at the shop', description: 'No hold. Cash, card terminal or other.' },
]

type PaymentFieldsProps = { payment: PaysBy; onChange: (payment: PaysBy) => void; children?: ReactNode }

/** How the customer pays. */
export function PaymentFields({ payment, onChange, children }: PaymentFieldsProps) {
  return (
    <div className="grid gap-3">
      <RadioGroup
        legend="Payment"
        options={options}
        value={payment}
        onChange={onChange}
        className="[&_label]:rounded-control [&_label]:p-3 [&>div]:gap-2"
      />
      {children}
    </div>
  )
}

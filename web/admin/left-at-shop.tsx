import { useState } from 'react'
import type { AppointmentDetails } from '../../contract/admin/admin.ts'
import { formatCents } from '../../contract/money.ts'
import { giveBackSentence } from '../../contract/payments/give-back.ts'
import { Alert } from '../ui/alert.tsx'
import { ReturnPayment } from './return-payment.tsx'
import type { RepairOutcome } from './use-repairs.ts'

/** The money that a shop owes back to the customer of a cancelled appointment. */
export function LeftAtShop({ details: { id, leftAtShopCents } }: { details: AppointmentDetails }) {
  const [outcome, setOutcome] = useState<RepairOutcome | null>(null)
  return (
    <Alert tone="warn" title={`To give back: ${formatCents(leftAtShopCents)}`}>
      <span className="grid gap-2.5">
        {giveBackSentence(leftAtShopCents)}
        <ReturnPayment id={id} leftAtShopCents={leftAtShopCents} onOutcome={setOutcome} />
        {outcome && !outcome.ok && <span className="font-medium text-bad">{outcome.sentence}</span>}
      </span>
    </Alert>
  )
}

import { useRef, useState } from 'react'
import {
  customerDecision,
  type CustomerDecision,
  type WatchedCustomer,
} from '../../contract/admin/customers.ts'
import {
  customerLimitNames,
  isLiftable,
  type CustomerLimitName,
} from '../../contract/booking/customer-limits.ts'
import { longestCustomerReason } from '../../contract/limits.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { GuardedDialog, typedQuestion } from '../ui/guarded-dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useDecideCustomer } from './customer-queries.ts'
import { limitWords } from './customer-words.ts'

export type DecisionKind = CustomerDecision['decision']

type DecisionDialogProps = { customer: WatchedCustomer; kind: DecisionKind; onClose: () => void }

type Words = { title: string; lead: string; send: string; busy: string }
const words: Record<DecisionKind, Words> = {
  block: {
    title: 'Block',
    lead: 'The customer can sign in, and see and cancel appointments, but not book or move one. Booked appointments stay booked. An unpaid order is cancelled. You can unblock the customer at any time.',
    send: 'Block customer',
    busy: 'Blocking...',
  },
  unblock: {
    title: 'Unblock',
    lead: 'The customer can book and move appointments again, within the limits.',
    send: 'Unblock customer',
    busy: 'Unblocking...',
  },
  lift: {
    title: 'Lift a limit for',
    lead: 'The customer can book past this limit for the chosen time. All other limits stay in force. Card limits can’t be lifted.',
    send: 'Lift limit',
    busy: 'Lifting...',
  },
}

const times = [
  { value: '1', label: '1 hour' },
  { value: '24', label: '1 day' },
  { value: '168', label: '7 days' },
  { value: '720', label: '30 days' },
]

/** Asks for the reason of a decision about a customer, and sends it. */
export function DecisionDialog({ customer, kind, onClose }: DecisionDialogProps) {
  const backButton = useRef<HTMLButtonElement>(null)
  const [limit, setLimit] = useState<CustomerLimitName>(
    customer.hits.map((hit) => hit.limit).find(isLiftable) ?? 'too_many_appointments',
  )
  const [hours, setHours] = useState('24')
  const [reason, setReason] = useState('')
  const [reasonError, setReasonError] = useState<string | undefined>()
  const { busy, problem, decide } = useDecideCustomer(customer.id)
  const { title, lead, send, busy: busyText } = words[kind]
  const close = () => {
    if (!busy) onClose()
  }
  const submit = async () => {
    const asked = customerDecision.safeParse(
      kind === 'lift' ? { decision: kind, limit, hours: Number(hours), reason } : { decision: kind, reason },
    )
    if (!asked.success) return setReasonError(reasonProblem(reason))
    if (await decide(asked.data)) onClose()
  }
  return (
    <GuardedDialog
      open
      onOpenChange={(open) => {
        if (!open) close()
      }}
      title={
        <>
          {title} <bdi className="[overflow-wrap:anywhere]">{customer.name || customer.email}</bdi>?
        </>
      }
      initialFocus={backButton}
      lossQuestion={busy ? undefined : typedQuestion}
      footer={
        <>
          <Button ref={backButton} variant="secondary" disabled={busy} onClick={close}>
            Back
          </Button>
          <Button
            variant={kind === 'block' ? 'danger' : 'primary'}
            busy={busy}
            busyText={busyText}
            onClick={() => void submit()}
          >
            {send}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <p>{lead}</p>
        {kind === 'lift' && (
          <>
            <SelectField
              label="Limit"
              value={limit}
              onChange={(chosen) => setLimit(customerLimitNames.find((name) => name === chosen) ?? limit)}
              options={customerLimitNames.map((name) => ({ value: name, label: limitWords[name] }))}
            />
            <SelectField label="For" value={hours} onChange={setHours} options={times} />
          </>
        )}
        <TextField
          label="Reason"
          hint="Kept with the decision, for administrators."
          maxLength={longestCustomerReason}
          autoComplete="off"
          value={reason}
          error={reasonError}
          onChange={(event) => {
            setReason(event.target.value)
            setReasonError(undefined)
          }}
        />
        {problem !== null && <Alert tone="bad">{problem}</Alert>}
      </div>
    </GuardedDialog>
  )
}

/** The sentence of the contract for a reason that it refuses. */
function reasonProblem(reason: string): string {
  const { error } = customerDecision.safeParse({ decision: 'block', reason })
  return (
    error?.issues
      .flatMap((issue) => (issue.code === 'invalid_union' ? issue.errors.flat() : [issue]))
      .find(({ path }) => path[0] === 'reason')?.message ?? 'Please give a reason'
  )
}

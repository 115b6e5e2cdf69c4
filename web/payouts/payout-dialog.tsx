import { useRef, useState, type FormEvent } from 'react'
import { longestPayoutReference, longestReason } from '../../contract/limits.ts'
import { newPayout, type NewPayout, type ShopPayout } from '../../contract/admin/payouts.ts'
import { formatSignedCents } from '../../contract/money.ts'
import { problemWords } from '../api/problem-words.ts'
import { CallError } from '../api/client.ts'
import { randomId } from '../random-id.ts'
import { monthInWords } from '../shops/statement-months.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { GuardedDialog } from '../ui/guarded-dialog.tsx'
import { dollarsText, parseDollars } from '../ui/dollar-text.ts'
import { TextField } from '../ui/field.tsx'
import { PayoutPreview } from './payout-preview.tsx'
import { useRecordPayout } from './payout-queries.ts'

export type PayoutKind = NewPayout['kind']

type PayoutDialogProps = { shop: ShopPayout; month: string; kind: PayoutKind; onClose: () => void }

export type TypedPayout = { amount: string; paidOn: string; reference: string; reason: string }
type Field = 'amountCents' | 'paidOn' | 'reference' | 'reason'
const fields: readonly Field[] = ['amountCents', 'paidOn', 'reference', 'reason']

const words = {
  payment: { title: 'Record payment', send: 'Record payment', busy: 'Recording...' },
  correction: { title: 'Correct what was paid', send: 'Record correction', busy: 'Recording...' },
} as const

const lossQuestion = { text: 'Close without recording it? What you typed will be lost.' }

/** Asks for day, reference and amount of a payment that was made, or of a correction with its reason. */
export function PayoutDialog({ shop, month, kind, onClose }: PayoutDialogProps) {
  const { balance } = shop
  // One id for this dialog: sent twice, it counts once.
  const [id] = useState(randomId)
  const [typed, setTyped] = useState<TypedPayout>({
    amount: kind === 'payment' ? dollarsText(balance.openCents) : '',
    paidOn: shop.today,
    reference: '',
    reason: '',
  })
  const [problems, setProblems] = useState<Partial<Record<Field, string>>>({})
  const form = useRef<HTMLFormElement>(null)
  const recording = useRecordPayout(shop.shopId, onClose)
  const refused = recording.error instanceof CallError ? recording.error : null
  const refusedField = fields.find((field) => field === refused?.field)
  const isCorrection = kind === 'correction'

  const change = (changed: Partial<TypedPayout>, field: Field) => {
    setTyped((before) => ({ ...before, ...changed }))
    setProblems((before) => ({ ...before, [field]: undefined }))
    recording.reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (recording.isPending) return
    const asked = newPayout.safeParse({
      id,
      month,
      kind,
      amountCents: parseDollars(typed.amount),
      paidOn: typed.paidOn,
      reference: typed.reference,
      ...(isCorrection && { reason: typed.reason }),
      seenCents: balance.paidCents,
    })
    if (asked.success) return recording.mutate(asked.data)
    const found = problemsOf(asked.error.issues)
    setProblems(found)
    const first = fields.find((field) => found[field] !== undefined)
    form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
  }
  const preview = (
    <output className="block text-ui">
      <PayoutPreview shop={shop} month={month} kind={kind} typed={typed} />
    </output>
  )
  const errorOf = (field: Field) => problems[field] ?? (refusedField === field ? refused?.message : undefined)

  return (
    <GuardedDialog
      open
      onOpenChange={(open) => {
        if (!open && !recording.isPending) onClose()
      }}
      title={words[kind].title}
      lossQuestion={recording.isPending ? undefined : lossQuestion}
      description={
        <>
          <bdi className="font-medium text-ink">{shop.businessName}</bdi>, {monthInWords(month)}
        </>
      }
      footer={
        <>
          <Button variant="secondary" disabled={recording.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="payout-form" busy={recording.isPending} busyText={words[kind].busy}>
            {words[kind].send}
          </Button>
        </>
      }
    >
      <form id="payout-form" ref={form} noValidate className="grid gap-5" onSubmit={submit}>
        <Balance shop={shop} />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            label="Amount"
            name="amountCents"
            inputMode={isCorrection ? 'text' : 'decimal'}
            autoComplete="off"
            maxLength={20}
            value={typed.amount}
            hint={isCorrection ? 'Added to what was paid. A minus takes it back, as in -50.00.' : undefined}
            error={errorOf('amountCents')}
            onChange={(event) => change({ amount: event.target.value }, 'amountCents')}
          />
          <TextField
            label={isCorrection ? 'Date' : 'Paid on'}
            name="paidOn"
            type="date"
            min={`${month}-01`}
            max={shop.today}
            value={typed.paidOn}
            error={errorOf('paidOn')}
            onChange={(event) => change({ paidOn: event.target.value }, 'paidOn')}
          />
        </div>
        {isCorrection && preview}
        <TextField
          label="Reference"
          name="reference"
          dir="auto"
          autoComplete="off"
          maxLength={longestPayoutReference}
          hint="Of the bank transfer. The shop sees it on its statement."
          value={typed.reference}
          error={errorOf('reference')}
          onChange={(event) => change({ reference: event.target.value }, 'reference')}
        />
        {isCorrection && (
          <TextField
            label="Reason"
            name="reason"
            dir="auto"
            autoComplete="off"
            maxLength={longestReason}
            hint="The shop sees it too. What was recorded before stays."
            value={typed.reason}
            error={errorOf('reason')}
            onChange={(event) => change({ reason: event.target.value }, 'reason')}
          />
        )}
        {!isCorrection && preview}
        {recording.error && refusedField === undefined && (
          <Alert tone="bad">
            {problemWords(recording.error, 'Press again: it can’t be recorded twice.')}
          </Alert>
        )}
      </form>
    </GuardedDialog>
  )
}

function problemsOf(issues: readonly { path: PropertyKey[]; message: string }[]) {
  const found: Partial<Record<Field, string>> = {}
  for (const { path, message } of issues) {
    const field = fields.find((each) => each === path[0])
    if (field) found[field] ??= message
  }
  return found
}

function Balance({ shop: { figures, balance } }: { shop: ShopPayout }) {
  const lines = [
    ['Net', figures.netCents],
    ...(balance.carriedOverCents === 0 ? [] : [['Carried over', balance.carriedOverCents] as const]),
    ['Paid so far', balance.paidCents],
    ['Open', balance.openCents],
  ] as const
  return (
    <dl className="grid gap-1.5 rounded-control bg-sunken px-4 py-3 text-ui tabular-nums">
      {lines.map(([name, cents]) => (
        <div key={name} className="flex justify-between gap-4 last:font-semibold">
          <dt>{name}</dt>
          <dd>{formatSignedCents(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}

import { useState, type RefObject } from 'react'
import { longestLineWords } from '../../contract/limits.ts'
import { priceLineWords, staffLineKinds, type NewPriceLine } from '../../contract/payments/day-price.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { useLossQuestion } from '../ui/guarded-dialog.tsx'
import { readAmount } from '../ui/dollar-text.ts'
import { TextField } from '../ui/field.tsx'
import { Segmented } from '../ui/segmented.tsx'
import type { PriceProblem } from './price-queries.ts'

const kinds = staffLineKinds.map((value) => ({ value, label: priceLineWords[value] }))

type Kind = NewPriceLine['kind']

const words: Record<Kind, { label: string; placeholder: string; add: string }> = {
  part: { label: 'Part', placeholder: 'Mounting bracket', add: 'Add part' },
  labor: { label: 'Work', placeholder: 'Cable repair', add: 'Add labor' },
  discount: { label: 'Reason', placeholder: 'Waited an hour', add: 'Add discount' },
}

type LineFormProps = {
  form: RefObject<HTMLFormElement | null>
  busy: boolean
  problem: PriceProblem | null
  onEdit: () => void
  onAdd: (line: Omit<NewPriceLine, 'id'>) => void
  onClose: () => void
}

/** The form for a part, labor or a discount with its reason. Keeps its text when the server refuses. */
export function LineForm({ form, busy, problem, onEdit, onAdd, onClose }: LineFormProps) {
  const [kind, setKind] = useState<Kind>('part')
  const [description, setDescription] = useState('')
  const [amount, setAmount] = useState('')
  const [isPressed, setPressed] = useState(false)
  const isEmpty = description.trim() === '' && amount.trim() === ''
  useLossQuestion(isEmpty || busy ? null : 'Close without adding the line? What you typed will be lost.')
  const read = readAmount(amount)
  const lacksWords = description.trim() === ''
  const wordsProblem = kind === 'discount' ? 'Please give the reason' : 'Please say what it is'
  const edit =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      onEdit()
    }
  const add = () => {
    setPressed(true)
    if (busy) return
    if (lacksWords || !read.ok) {
      form.current
        ?.querySelector<HTMLInputElement>(lacksWords ? '[name=description]' : '[name=amount]')
        ?.focus()
      return
    }
    onAdd({ kind, description: description.trim(), amountCents: read.cents })
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Add to the price"
      className="grid gap-4 rounded-control bg-sunken p-4"
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <Segmented legend="What to add" options={kinds} value={kind} onChange={edit(setKind)} />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_13rem]">
        <TextField
          label={words[kind].label}
          name="description"
          dir="auto"
          autoComplete="off"
          maxLength={longestLineWords}
          placeholder={words[kind].placeholder}
          value={description}
          error={
            problem?.field === 'description'
              ? problem.sentence
              : isPressed && lacksWords
                ? wordsProblem
                : undefined
          }
          onChange={(event) => edit(setDescription)(event.target.value)}
        />
        <TextField
          label="Amount in $"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={amount}
          error={
            problem?.field === 'amountCents'
              ? problem.sentence
              : isPressed && !read.ok
                ? read.sentence
                : undefined
          }
          onChange={(event) => edit(setAmount)(event.target.value)}
        />
      </div>
      <p className="text-sm text-muted">The customer reads this, also on the receipt.</p>
      {problem !== null && problem.field !== 'description' && problem.field !== 'amountCents' && (
        <Alert tone="bad">{problem.sentence}</Alert>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="small" busy={busy} busyText="Adding...">
          {words[kind].add}
        </Button>
        <Button variant="ghost" size="small" disabled={busy} onClick={onClose}>
          Close
        </Button>
      </div>
    </form>
  )
}

import { useEffect, useRef, useState } from 'react'
import { formatCents } from '../../contract/money.ts'
import type { NewPriceLine } from '../../contract/payments/day-price.ts'
import type { DayPrice } from '../../contract/payments/price-endpoints.ts'
import { call } from '../api/client.ts'
import { randomId } from '../random-id.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { moveFocus } from '../ui/move-focus.ts'
import { LineForm } from './line-form.tsx'
import type { TableLine } from './price-table.tsx'
import { usePriceChange } from './price-queries.ts'
import { useIntentId } from './use-intent-id.ts'

const unknownLine = 'It may not have been saved. Click the button again: it counts once.'

/** The line that brings a removed one back, with an id of its own. */
type Removed = NewPriceLine | null

/** The control that takes the focus when the pressed one is gone. */
type Heir = { to: 'form' | 'add' | 'undo' }

/**
 * The lines of a price with their buttons, and below them the form for another one, which `addButton` opens.
 */
export function usePriceLines(price: DayPrice, { id, changes }: { id: string; changes: boolean }) {
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Removed>(null)
  const [heir, setHeir] = useState<Heir | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const undoButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (heir === null) return
    const field = form.current?.querySelector('input')
    const heirs = { form: field, add: addButton.current ?? field, undo: undoButton.current }
    moveFocus(heirs[heir.to])
  }, [heir])
  const intent = useIntentId()
  const adding = usePriceChange(
    id,
    (line: NewPriceLine) => call('price.addLine', { params: { id }, body: line }),
    unknownLine,
  )
  const removing = usePriceChange(
    id,
    ({ lineId }: { lineId: string }) => call('price.removeLine', { params: { id, lineId } }),
    'It may not have been removed. Try again.',
  )
  const add = async (line: NewPriceLine) => {
    const added = await adding.change(line)
    if (added === null) return false
    setRemoved(null)
    setHeir({ to: 'add' })
    return true
  }
  const remove = async (line: DayPrice['lines'][number]) => {
    const { kind, description, amountCents } = line
    adding.reset()
    const left = await removing.change({ lineId: line.id })
    if (left === null) return
    setRemoved(kind === 'tip' ? null : { id: randomId(), kind, description, amountCents })
    setHeir({ to: kind === 'tip' ? 'add' : 'undo' })
  }
  const rows = price.lines.map((line): TableLine => ({
    ...line,
    // A tip is from the customer, also on a device of the shop.
    by: line.kind === 'tip' ? 'from the customer' : line.by !== null && <bdi>{line.by}</bdi>,
    action: changes && (
      <button
        type="button"
        aria-label={`Remove ${line.description}`}
        onClick={() => void remove(line)}
        className="min-h-6 text-sm text-muted underline underline-offset-4 hover:text-ink hover:no-underline"
      >
        Remove
      </button>
    ),
  }))
  const isForm = isAdding && changes
  const below = (
    <>
      {removing.problem !== null && <Alert tone="bad">{removing.problem.sentence}</Alert>}
      {removed !== null && changes && (
        <output className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control bg-sunken px-4 py-2">
          <span className="min-w-0 text-ui wrap-anywhere">
            Removed <bdi>{removed.description}</bdi>, {formatCents(removed.amountCents)}. It stays in the
            history.
          </span>
          <Button
            ref={undoButton}
            variant="secondary"
            size="small"
            busy={adding.isPending}
            onClick={() => void add(removed)}
          >
            Undo
          </Button>
        </output>
      )}
      {!isForm && adding.problem !== null && <Alert tone="bad">{adding.problem.sentence}</Alert>}
      {isForm && (
        <LineForm
          form={form}
          busy={adding.isPending}
          problem={adding.problem}
          onEdit={() => {
            // What was refused as changed is another line from here on.
            if (adding.problem?.code === 'request_changed') intent.renew()
            adding.reset()
          }}
          onAdd={(line) =>
            void add({ id: intent.read(), ...line }).then((isAdded) => {
              if (!isAdded) return
              intent.renew()
              setAdding(false)
            })
          }
          onClose={() => {
            setAdding(false)
            adding.reset()
            intent.renew()
            setHeir({ to: 'add' })
          }}
        />
      )}
    </>
  )
  const open = () => {
    setAdding(true)
    setHeir({ to: 'form' })
  }
  return { rows, below, addButton, onAdd: changes && !isAdding ? open : null }
}

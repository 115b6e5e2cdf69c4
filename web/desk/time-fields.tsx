import type { Board } from '../../contract/admin/board.ts'
import { quarterMinutes } from '../../contract/admin/move-times.ts'
import { formatTimeOfDay, parseTimeOfDay } from '../../contract/time.ts'
import { blockInTheWay, jobInTheWay, warningFor, type Place } from '../board/move-proposal.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { SelectField } from '../ui/select-field.tsx'
import type { DeskDraft } from './desk-draft.ts'

type TimeFieldsProps = {
  draft: DeskDraft
  /** The board of the chosen day; undefined while it loads. */
  board: Board | undefined
  bays: Board['bays']
  /** The shop's present. */
  now: { day: string; minutes: number } | null
  /** Of the chosen package; null without one. */
  lengthMinutes: number | null
  error: string | undefined
  onChange: (parts: Partial<DeskDraft>) => void
}

const anyBay = 'any'

/** The objection to a place; in any bay only when none is free. */
function warningAt(place: Omit<Place, 'bayId'>, bayId: number | null, board: Board) {
  if (bayId !== null) return warningFor({ ...place, bayId }, '', board)
  const bays = board.bays.filter(({ inUse }) => inUse)
  const free = bays.find(
    ({ id }) =>
      !jobInTheWay({ ...place, bayId: id }, '', board.jobs) &&
      !blockInTheWay({ ...place, bayId: id }, board.blocks),
  )
  if (!free) return { isTaken: true, sentence: 'Every bay is taken then.' }
  return warningFor({ ...place, bayId: free.id }, '', board)
}

/** Date, time and bay. The shop's hours only warn. */
export function TimeFields({ draft, board, bays, now, lengthMinutes, error, onChange }: TimeFieldsProps) {
  const startMinutes = parseTimeOfDay(draft.time)
  const place =
    startMinutes === null || lengthMinutes === null || draft.day === ''
      ? null
      : { day: draft.day, startMinutes, endMinutes: startMinutes + lengthMinutes }
  const warning = place && board ? warningAt(place, draft.bayId, board) : null
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Date"
          type="date"
          min="2000-01-01"
          max="2099-12-31"
          value={draft.day}
          onChange={(event) => onChange({ day: event.target.value })}
          className="[&_input]:px-2.5"
        />
        <TextField
          label="Time"
          type="time"
          step={quarterMinutes * 60}
          value={draft.time}
          onChange={(event) => onChange({ time: event.target.value })}
          className="[&_input]:px-2.5"
        />
        {now && (
          <Button
            variant="secondary"
            className="order-last self-end"
            onClick={() => onChange({ day: now.day, time: formatTimeOfDay(now.minutes) })}
          >
            Now
          </Button>
        )}
        <SelectField
          label="Bay"
          value={draft.bayId === null ? anyBay : String(draft.bayId)}
          onChange={(chosen) => onChange({ bayId: chosen === anyBay ? null : Number(chosen) })}
          options={[
            { value: anyBay, label: 'Any free bay' },
            ...bays
              .filter(({ inUse }) => inUse)
              .map(({ id, name }) => ({
                value: String(id),
                label: name,
              })),
          ]}
          className={now ? '' : 'col-span-2'}
        />
      </div>
      <div aria-live="polite">
        {warning && <Alert tone={warning.isTaken ? 'bad' : 'warn'}>{warning.sentence}</Alert>}
        {error && !warning && <p className="text-sm font-medium text-bad">{error}</p>}
      </div>
    </div>
  )
}

import { useEffect, useId, useRef, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Board } from '../../contract/admin/board.ts'
import { longestBlockReason } from '../../contract/blocks/block-limits.ts'
import { addDays, formatTimeOfDay } from '../../contract/time.ts'
import { call, CallError } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'
import { useBoard } from '../board/board-queries.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { DialogClose, GuardedDialog, typedQuestion } from '../ui/guarded-dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { DrawnTime } from './block-store.ts'
import { JobsInTheWay } from './jobs-in-the-way.tsx'

const usualReasons = ['Lunch', 'Training', 'Equipment'] as const
const unknownSentence = 'We don’t know yet whether it was blocked. Look at the board before you try again.'

type NewBlockProps = { shopId: number; drawn: DrawnTime; shownDay?: string | null; onClose: () => void }

/** The wall times of a drawn place; the end of a day is the next midnight. */
function timesOf(drawn: DrawnTime): { day: string; from: string; to: string } {
  if (!drawn) return { day: '', from: '12:00', to: '13:00' }
  return {
    day: drawn.day,
    from: formatTimeOfDay(drawn.startMinutes),
    to: formatTimeOfDay(drawn.endMinutes % 1440),
  }
}

const description = 'The bays take no jobs then. Customers don’t see the reason.'

/** Keeps time of bays free of jobs. Jobs in the way are listed, to be moved or blocked around. */
export function NewBlock(props: NewBlockProps) {
  const home = useBoard({ shopId: props.shopId, day: null, span: 'day' })
  if (home.data) return <BlockForm {...props} home={home.data} />
  return (
    <Dialog open onOpenChange={props.onClose} title="Block time" description={description}>
      <QueryState query={home} loading="Loading the bays..." shape={<Skeleton className="h-64" />}>
        {() => null}
      </QueryState>
    </Dialog>
  )
}

function BlockForm({ shopId, drawn, shownDay, home, onClose }: NewBlockProps & { home: Board }) {
  const formId = useId()
  const { bays, timeZone } = home
  const [times, setTimes] = useState(() => timesOf(drawn))
  // Without a choice every bay is meant.
  const [chosen, setChosen] = useState<readonly number[] | null>(drawn && [drawn.bayId])
  const [reason, setReason] = useState('')
  const [weekly, setWeekly] = useState(false)
  const [isTried, setTried] = useState(false)
  const queries = useQueryClient()
  // The day of the board, unless it is over.
  const usualDay = shownDay && shownDay > home.today ? shownDay : home.today
  const day = times.day || usualDay
  const bayIds = chosen ?? bays.map(({ id }) => id)
  const endDay = times.to === '00:00' ? addDays(day, 1) : day
  const wanted = {
    shopId,
    bayIds: [...bayIds],
    from: `${day} ${times.from}`,
    to: `${endDay} ${times.to}`,
    weekly,
  }
  const creating = useMutation({
    mutationFn: (around: boolean) => call('blocks.create', { body: { ...wanted, reason, around } }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries()
    },
  })
  const { error } = creating
  const news = useRef<HTMLDivElement>(null)
  // On a phone it stands below the fold.
  useEffect(() => {
    if (error) news.current?.scrollIntoView({ block: 'nearest' })
  }, [error])
  const isInTheWay = error instanceof CallError && error.code === 'jobs_in_the_way'
  const change = (parts: Partial<typeof times>) => {
    creating.reset()
    setTimes({ ...times, day, ...parts })
  }
  const toggle = (id: number) => {
    creating.reset()
    setChosen(bayIds.includes(id) ? bayIds.filter((each) => each !== id) : [...bayIds, id])
  }
  const missing = {
    reason: isTried && reason.trim() === '' ? 'Say why, like Lunch.' : undefined,
    bays: isTried && bayIds.length === 0 ? 'Choose a bay.' : undefined,
  }
  const submit = (around: boolean) => {
    setTried(true)
    if (reason.trim() === '' || bayIds.length === 0 || day === '') return
    creating.mutate(around)
  }
  const busy = creating.isPending
  return (
    <GuardedDialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose()
      }}
      title="Block time"
      description={description}
      lossQuestion={busy ? undefined : typedQuestion}
      footer={
        <>
          <DialogClose disabled={busy}>Close</DialogClose>
          {isInTheWay ? (
            <Button busy={busy} busyText="Blocking..." onClick={() => submit(true)}>
              Block around
            </Button>
          ) : (
            <Button type="submit" form={formId} busy={busy} busyText="Blocking...">
              Block
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit(false)
        }}
      >
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-sm font-medium">Bays</legend>
          <div className="flex flex-wrap gap-x-5">
            {bays.map(({ id, name }) => (
              <Checkbox key={id} label={name} checked={bayIds.includes(id)} onChange={() => toggle(id)} />
            ))}
          </div>
          {missing.bays && <p className="text-sm font-medium text-bad">{missing.bays}</p>}
        </fieldset>
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-[1.3fr_1fr_1fr]">
          <TextField
            label="Date"
            type="date"
            min="2000-01-01"
            max="2099-12-31"
            className="max-sm:col-span-2"
            value={day}
            onChange={(event) => change({ day: event.target.value })}
          />
          <TextField
            label="From"
            type="time"
            step={900}
            value={times.from}
            onChange={(event) => change({ from: event.target.value })}
          />
          <TextField
            label="To"
            type="time"
            step={900}
            value={times.to}
            onChange={(event) => change({ to: event.target.value })}
          />
        </div>
        <TextField
          label="Reason"
          maxLength={longestBlockReason}
          autoComplete="off"
          value={reason}
          error={missing.reason}
          onChange={(event) => {
            creating.reset()
            setReason(event.target.value)
          }}
        />
        <div className="-mt-2 flex flex-wrap gap-2">
          {usualReasons.map((usual) => (
            <button
              key={usual}
              type="button"
              aria-pressed={reason === usual}
              onClick={() => setReason(usual)}
              className={classNames(
                'min-h-9 rounded-full border px-4 text-sm',
                reason === usual ? 'border-ember bg-hover' : 'border-line-strong hover:bg-hover',
              )}
            >
              {usual}
            </button>
          ))}
        </div>
        <Checkbox label="Every week" checked={weekly} onChange={setWeekly} />
        <div ref={news} className="grid gap-3">
          {error && <Alert tone={isInTheWay ? 'warn' : 'bad'}>{problemWords(error, unknownSentence)}</Alert>}
          {isInTheWay && <JobsInTheWay wanted={wanted} timeZone={timeZone} onOpen={onClose} />}
        </div>
      </form>
    </GuardedDialog>
  )
}

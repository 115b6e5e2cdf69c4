import { useId, useState } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { call, type CallError } from '../api/client.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { formatLongWallTime } from './appointment-words.ts'

const link =
  'min-h-11 font-medium text-link underline underline-offset-4 hover:no-underline aria-disabled:opacity-60 sm:min-h-6'

type EarlierTimeProps = {
  appointment: CustomerAppointment
  onReschedule: (wallTime: string) => void
}

/** The wish for an earlier start: begin or stop waiting, and the starts that are open at once. */
export function EarlierTime({ appointment: { id, earlierTime }, onReschedule }: EarlierTimeProps) {
  const queries = useQueryClient()
  const [openStarts, setOpenStarts] = useState<readonly string[]>([])
  const words = useId()
  const isWaiting = earlierTime === 'awaited'
  const change = useMutation<readonly string[], CallError>({
    mutationFn: async () => {
      if (!isWaiting) return (await call('appointments.waitForEarlier', { params: { id } })).openStarts
      await call('appointments.stopWaiting', { params: { id } })
      return []
    },
    onSuccess: async (open) => {
      setOpenStarts(open)
      await queries.invalidateQueries({ queryKey: ['appointments'] })
    },
  })
  if (earlierTime === 'impossible') return null
  const [first] = openStarts
  const press = () => {
    if (!change.isPending) change.mutate()
  }
  return (
    <div className="mt-4 grid gap-3 text-ui">
      <p className="flex flex-wrap items-center gap-x-3">
        <output id={words} className={isWaiting ? 'inline-flex items-center gap-2.5' : 'sr-only'}>
          {isWaiting && (
            <>
              <BellRing className="size-5 shrink-0 text-ember" aria-hidden="true" />
              We’ll email you if an earlier time opens
            </>
          )}
        </output>
        <button
          type="button"
          aria-disabled={change.isPending || undefined}
          aria-describedby={isWaiting ? words : undefined}
          onClick={press}
          className={link}
        >
          {isWaiting ? 'Stop' : 'Tell me if an earlier time opens'}
        </button>
      </p>
      {first !== undefined && isWaiting && (
        <Alert className="sm:[&>svg]:self-center">
          <span className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
            <span className="min-w-0 flex-1 basis-56">
              {openStarts.length === 1
                ? 'An earlier time is open now: '
                : 'Earlier times are open now. The first is '}
              {formatLongWallTime(first)}.
            </span>
            <Button variant="secondary" size="small" onClick={() => onReschedule(first)}>
              See this time
            </Button>
          </span>
        </Alert>
      )}
      {change.error && <Alert tone="bad">{change.error.message}</Alert>}
    </div>
  )
}

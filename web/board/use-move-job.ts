import { useMutation, useQueryClient } from '@tanstack/react-query'
import { undoMs } from '../../contract/admin/move-times.ts'
import { formatTimeOfDay } from '../../contract/time.ts'
import { call, CallError } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'
import type { Place } from './move-proposal.ts'
import { setMove, type Move } from './move-store.ts'

const unknownSentence = 'We don’t know yet whether it was moved. Click the button again.'

const isSameStart = (a: Place, b: Place) => a.day === b.day && a.startMinutes === b.startMinutes

/** Only what differs is sent, so that a length that is no number of quarters can stay. */
function bodyOf(from: Place, to: Place) {
  const [before, after] = [from, to].map((place) => place.endMinutes - place.startMinutes)
  return {
    ...(isSameStart(from, to) ? {} : { date: `${to.day} ${formatTimeOfDay(to.startMinutes)}` }),
    ...(before === after || after === undefined ? {} : { durationMinutes: after }),
    bayId: to.bayId,
  }
}

/** Whether the customer has to hear of a move: another start, and not only another bay or length. */
export function concernsCustomer({ from, to }: Move): boolean {
  return !isSameStart(from, to)
}

/** Moves a job, and undoes that. */
export function useMoveJob() {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries()
  const moving = useMutation({
    mutationKey: ['move-job'],
    mutationFn: ({ move, notify }: { move: Move; notify: boolean }) =>
      call('admin.moveAppointment', {
        params: { id: move.appointmentId },
        body: { ...bodyOf(move.from, move.to), notify, placement: move.placement },
      }),
    onSuccess: async ({ placement }, { move, notify }) => {
      setMove({
        step: 'moved',
        move,
        placement,
        undoUntil: Date.now() + undoMs,
        isTold: notify && concernsCustomer(move),
      })
      await refresh()
    },
    // A refusal tells that the board is out of date.
    onError: (error) => {
      if (error instanceof CallError && error.status !== 0) void refresh()
    },
  })
  const undoing = useMutation({
    mutationKey: ['undo-move'],
    mutationFn: ({ move, placement }: { move: Move; placement: string }) =>
      call('admin.moveAppointment', {
        params: { id: move.appointmentId },
        body: { ...bodyOf(move.to, move.from), notify: false, placement },
      }),
    onSuccess: async (_, { move }) => {
      setMove({ step: 'undone', sentence: `${move.customerName} is back at the earlier place.` })
      await refresh()
    },
    onError: async () => refresh(),
  })
  return {
    move: moving.mutate,
    isMoving: moving.isPending,
    moveProblem: moving.error && problemWords(moving.error, unknownSentence),
    undo: undoing.mutate,
    isUndoing: undoing.isPending,
    undoProblem: undoing.error && problemWords(undoing.error, unknownSentence),
    reset: () => {
      moving.reset()
      undoing.reset()
    },
  }
}

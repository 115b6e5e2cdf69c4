import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'
import { formatShortDay } from '../board/board-words.ts'
import { useMay } from '../identity/standing.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { blockSpan } from './block-words.ts'
import type { OpenBlock } from './block-store.ts'

const unknownSentence = 'We don’t know yet whether it was removed. Close this and look at the board.'

type ShownBlockProps = Omit<Extract<OpenBlock, { kind: 'shown' }>, 'kind'> & { onClose: () => void }

/** A block with its removal: of a weekly one this day, or this and all later ones. */
export function ShownBlock({ block, bayName, onClose }: ShownBlockProps) {
  const mayChange = useMay('block.change')
  const queries = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (later: boolean) =>
      call('blocks.remove', { params: { id: block.id }, query: later ? { later: 'true' } : {} }),
    onSuccess: async () => {
      onClose()
      await queries.invalidateQueries()
    },
  })
  const removal = (later: boolean, words: string) => (
    <Button variant="secondary" busy={isPending} busyText="Removing..." onClick={() => mutate(later)}>
      {words}
    </Button>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isPending) onClose()
      }}
      title={<bdi>{block.reason}</bdi>}
      description={
        <>
          Blocked: <bdi>{bayName}</bdi>, {formatShortDay(block.day)}, {blockSpan(block)}
          {block.isWeekly && ', every week'}
        </>
      }
      footer={
        mayChange && (
          <>
            {block.isWeekly ? (
              <>
                {removal(true, 'Remove this and later ones')}
                {removal(false, 'Remove this one')}
              </>
            ) : (
              removal(false, 'Remove')
            )}
          </>
        )
      }
    >
      <div className="grid gap-4 text-ui">
        <p className="text-muted">
          {block.by === null ? 'No jobs are booked then.' : `${block.by} keeps this time free of jobs.`}
        </p>
        {error && <Alert tone="bad">{problemWords(error, unknownSentence)}</Alert>}
      </div>
    </Dialog>
  )
}

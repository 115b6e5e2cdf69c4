import { formatClock } from '../admin/admin-words.ts'
import { Button } from '../ui/button.tsx'
import { newRowsWords } from './live-words.ts'

type NewRowsBarProps = {
  waiting: { count: number; since: number } | null
  timeZone?: string | undefined
  onShow: () => void
}

/** Over the rows, without a height of its own: it must not move the row under the pointer. */
export function NewRowsBar({ waiting, timeZone, onShow }: NewRowsBarProps) {
  return (
    <div className="pointer-events-none sticky top-16 z-20 flex h-0 items-start justify-center">
      <output
        aria-label="New appointments"
        className={
          waiting
            ? 'pointer-events-auto flex items-center gap-3 rounded-card border border-line-strong bg-surface py-1.5 pr-1.5 pl-4 text-sm font-medium shadow-lift'
            : undefined
        }
      >
        {waiting && (
          <>
            {newRowsWords(waiting.count, formatClock(waiting.since, timeZone))}
            <Button size="small" onClick={onShow}>
              Show
            </Button>
          </>
        )}
      </output>
    </div>
  )
}

import { formatClock } from '../admin/admin-words.ts'
import { classNames } from '../ui/class-names.ts'
import { useLiveState } from './live-store.ts'

type LiveLineProps = {
  /** Zone of the shop in view; the reader's own zone where several shops are. */
  timeZone?: string | undefined
}

/** Whether the page follows changes by itself, or from when it is. Has its width before there is a state. */
export function LiveLine({ timeZone }: LiveLineProps) {
  const { state, asOf } = useLiveState()
  const isLost = state === 'reconnecting'
  return (
    <output
      aria-label="Live updates"
      className="flex shrink-0 items-center max-sm:min-w-0 max-sm:flex-[99] sm:w-34 gap-2 justify-self-end self-center text-sm leading-tight text-muted"
    >
      {(state === 'live' || isLost) && (
        <>
          <span
            aria-hidden="true"
            className={classNames('size-2 shrink-0 rounded-full', isLost ? 'bg-warn' : 'bg-good')}
          />
          <span>{isLost ? `As of ${formatClock(asOf, timeZone)}, reconnecting…` : 'Live'}</span>
        </>
      )}
    </output>
  )
}

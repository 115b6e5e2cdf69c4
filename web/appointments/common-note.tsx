import { Alert } from '../ui/alert.tsx'
import { goBackTo } from './booking-history.ts'

type CommonNoteProps = {
  text: string
  /** Whether no package can help this car. */
  isNone: boolean
}

/** Tells what the verdicts on all packages have in common. It may be good news, so it is no warning. */
export function CommonNote({ text, isNone }: CommonNoteProps) {
  return (
    <Alert>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 font-medium">{text}</p>
        {isNone && (
          <button
            type="button"
            onClick={() => goBackTo('vehicle')}
            className="min-h-6 font-semibold underline underline-offset-4"
          >
            Choose another vehicle
          </button>
        )}
      </div>
    </Alert>
  )
}

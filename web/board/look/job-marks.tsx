import {
  BadgeDollarSign,
  Car,
  ClockFading,
  CircleCheck,
  CircleDashed,
  CreditCard,
  Hourglass,
  KeyRound,
  Store,
  TriangleAlert,
  Undo2,
  UserX,
  Wrench,
  CreditCardX,
  CircleDot,
  type LucideIcon,
} from 'lucide-react'
import type { BoardJob } from '../../../contract/admin/board.ts'
import { classNames } from '../../ui/class-names.ts'
import { initialsOf } from '../../ui/initials.ts'
import type { JobState } from './job-state.ts'
import { moneyMarkOf, type MoneyKind } from './money-mark.ts'

type Look = { block: string; text: string; icon: LucideIcon }

/** The one look of each state. A word or an icon always goes with the color. */
export const stateLooks: Record<JobState, Look> = {
  claimed: { block: 'border-l-line-strong bg-hover', text: 'text-muted', icon: Hourglass },
  booked: { block: 'border-l-info bg-info-soft', text: 'text-info', icon: CircleDot },
  attention: { block: 'border-l-warn bg-warn-soft', text: 'text-warn', icon: TriangleAlert },
  arrived: { block: 'border-l-work bg-surface', text: 'text-work', icon: Car },
  in_bay: { block: 'border-l-work bg-work-soft', text: 'text-work', icon: Wrench },
  ready: { block: 'border-l-good bg-good-soft', text: 'text-good', icon: KeyRound },
  handed_over: { block: 'border-l-line-strong bg-sunken', text: 'text-muted', icon: CircleCheck },
  no_show: { block: 'border-l-bad bg-bad-soft', text: 'text-bad', icon: UserX },
  completed: { block: 'border-l-line-strong bg-sunken', text: 'text-muted', icon: CircleCheck },
}

export const moneyIcons: Record<MoneyKind, LucideIcon> = {
  held: CreditCard,
  later: ClockFading,
  charged: BadgeDollarSign,
  refused: CreditCardX,
  at_shop: Store,
  returned: Undo2,
  none: CircleDashed,
}

type JobMarksProps = {
  job: Pick<BoardJob, 'payment' | 'holdsOn' | 'technicianName'>
  isCompact: boolean
}

/** The money of a job and the initials of its technician. The sentence of the job has both in words. */
export function JobMarks({ job, isCompact }: JobMarksProps) {
  const { kind, words } = moneyMarkOf(job)
  const Icon = moneyIcons[kind]
  const { technicianName } = job
  return (
    <span className={classNames('ml-auto flex shrink-0 items-center', isCompact ? 'gap-1' : 'gap-1.5')}>
      <span title={words} data-money={kind}>
        <Icon className={classNames('text-muted', isCompact ? 'size-3.5' : 'size-4')} aria-hidden="true" />
      </span>
      {technicianName !== null && (
        <span
          title={technicianName}
          data-technician=""
          className={classNames(
            'grid place-items-center rounded-full border border-line-strong bg-surface text-tiny leading-none font-semibold text-ink',
            isCompact ? 'h-4.5 min-w-4.5 px-px' : 'h-5.5 min-w-5.5 px-1',
          )}
        >
          {initialsOf(technicianName)}
        </span>
      )}
    </span>
  )
}

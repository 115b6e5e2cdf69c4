import type { ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { classNames } from './class-names.ts'
import { useSeen } from './use-seen.ts'

const tones = {
  info: { look: 'bg-info-soft text-info', Icon: Info },
  good: { look: 'bg-good-soft text-good', Icon: CircleCheck },
  warn: { look: 'bg-warn-soft text-warn', Icon: TriangleAlert },
  bad: { look: 'bg-bad-soft text-bad', Icon: CircleAlert },
}

type AlertProps = {
  tone?: keyof typeof tones
  title?: ReactNode
  /** Not the answer to what the user did just now: a `bad` one then stays where it is, even out of view. */
  isStanding?: boolean
  className?: string
  children?: ReactNode
}

/** A message that stays in place. Errors scroll into view and interrupt a screen reader; others wait. */
export function Alert({ tone = 'info', title, isStanding = false, className, children }: AlertProps) {
  const { look, Icon } = tones[tone]
  const alert = useSeen<HTMLDivElement>(tone === 'bad' && !isStanding)
  return (
    <div
      ref={alert}
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classNames(
        'flex scroll-my-4 items-start gap-3 rounded-control px-4 py-3.5 text-ui',
        look,
        className,
      )}
    >
      <Icon className="mt-px size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  )
}

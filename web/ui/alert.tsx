import type { ReactNode } from 'react'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { classNames } from './class-names.ts'

const tones = {
  info: { look: 'bg-info-soft text-info', Icon: Info },
  good: { look: 'bg-good-soft text-good', Icon: CircleCheck },
  warn: { look: 'bg-warn-soft text-warn', Icon: TriangleAlert },
  bad: { look: 'bg-bad-soft text-bad', Icon: CircleAlert },
}

type AlertProps = {
  tone?: keyof typeof tones
  title?: ReactNode
  className?: string
  children?: ReactNode
}

/** A message that stays in place. Errors interrupt a screen reader; others wait. */
export function Alert({ tone = 'info', title, className, children }: AlertProps) {
  const { look, Icon } = tones[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classNames('flex items-start gap-3 rounded-control px-4 py-3.5 text-ui', look, className)}
    >
      <Icon className="mt-px size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const tones = {
  neutral: 'bg-hover text-muted',
  blue: 'bg-info-soft text-info',
  green: 'bg-good-soft text-good',
  amber: 'bg-warn-soft text-warn',
  red: 'bg-bad-soft text-bad',
  violet: 'bg-work-soft text-work',
}

export type BadgeTone = keyof typeof tones

type BadgeProps = {
  tone?: BadgeTone
  /** A long label may take two lines. */
  wraps?: boolean
  children: ReactNode
}

export function Badge({ tone = 'neutral', wraps = false, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-full px-3 py-1 text-fine font-semibold',
        wraps ? 'leading-tight' : 'leading-none whitespace-nowrap',
        tones[tone],
      )}
    >
      <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />
      {children}
    </span>
  )
}

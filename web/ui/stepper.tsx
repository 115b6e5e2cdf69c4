import type { MouseEvent, ReactNode } from 'react'
import { Check } from 'lucide-react'
import { classNames } from './class-names.ts'

type StepLink = { href: string; onClick: (event: MouseEvent) => void }

type StepperProps = {
  label: string
  steps: readonly string[]
  /** Index of the current step. */
  current: number
  /** Called with a finished step; without it the steps are not links. */
  linkTo?: (index: number) => StepLink
}

/** Progress through the steps, as a bar that grows. */
export function Stepper({ label, steps, current, linkTo }: StepperProps) {
  return (
    <nav aria-label={label}>
      <p className="text-sm text-muted sm:hidden">
        Step {current + 1} of {steps.length} <span aria-hidden="true">·</span>{' '}
        <span className="font-medium text-ink">{steps[current]}</span>
      </p>
      <ol className="flex gap-2 sm:gap-3">
        {steps.map((step, index) => (
          <li key={step} aria-current={index === current ? 'step' : undefined} className="min-w-0 flex-1">
            <StepBody link={index < current ? linkTo?.(index) : undefined}>
              <span
                aria-hidden="true"
                className={classNames(
                  'block h-1 rounded-full transition-colors',
                  index <= current ? 'bg-ember' : 'bg-line',
                )}
              />
              <span
                className={classNames(
                  'mt-2.5 items-center gap-1.5 text-sm max-sm:sr-only sm:flex',
                  index === current ? 'font-semibold text-ink' : 'text-muted',
                )}
              >
                {index < current && <Check className="size-4 shrink-0 text-ember" aria-hidden="true" />}
                <span className="truncate group-hover:text-ink group-hover:underline">{step}</span>
                {index < current && <span className="sr-only">, done</span>}
              </span>
            </StepBody>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Tall enough for a finger on a phone, where only the bar is visible. */
const bodyClass = 'block rounded-sm py-3 underline-offset-4 sm:pb-1'

function StepBody({ link, children }: { link: StepLink | undefined; children: ReactNode }) {
  return link ? (
    <a {...link} className={`group ${bodyClass}`}>
      {children}
    </a>
  ) : (
    <span className={bodyClass}>{children}</span>
  )
}

import { Check } from 'lucide-react'
import { classNames } from './class-names.ts'

type StepperProps = {
  label: string
  steps: readonly string[]
  /** Index of the step the person is on. */
  current: number
}

/** Where am I, and how much is left: a strip of light that grows. */
export function Stepper({ label, steps, current }: StepperProps) {
  return (
    <nav aria-label={label}>
      <p className="mb-3 text-sm text-muted sm:hidden">
        Step {current + 1} of {steps.length} <span aria-hidden="true">·</span>{' '}
        <span className="font-medium text-ink">{steps[current]}</span>
      </p>
      <ol className="flex gap-2 sm:gap-3">
        {steps.map((step, index) => (
          <li key={step} aria-current={index === current ? 'step' : undefined} className="min-w-0 flex-1">
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
              <span className="truncate">{step}</span>
              {index < current && <span className="sr-only">, done</span>}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}

import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import { classNames } from './class-names.ts'

/** Classes shared by every single-line control. */
export const controlClass = classNames(
  'block min-h-12 w-full rounded-control border border-line-strong bg-surface px-3.5 text-base text-ink',
  'transition-[border-color,box-shadow] placeholder:text-muted placeholder-shown:text-ellipsis',
  'hover:border-muted focus:border-ember focus:ring-1 focus:ring-ember focus:outline-hidden',
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted',
  'aria-invalid:border-bad aria-invalid:ring-1 aria-invalid:ring-bad aria-invalid:focus:ring-3',
)

/** The error of a field. Rendered while empty: a live region inserted with its text is not announced. */
export function ErrorSpeaker({ children }: { children: ReactNode }) {
  return (
    <div aria-live="polite" className="contents">
      {children}
    </div>
  )
}

type ControlProps = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

type FieldFrameProps = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean | undefined
  className?: string | undefined
  children: (control: ControlProps) => ReactNode
}

/**
 * Label, control, hint and error, linked for assistive technology. The child spreads `control` on its input.
 */
export function FieldFrame({ label, hint, error, optional, className, children }: FieldFrameProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="flex items-baseline justify-between gap-3 text-sm font-medium text-ink">
        <span>{label}</span>
        {optional && <span className="font-normal text-muted">Optional</span>}
      </label>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true as const }),
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <ErrorSpeaker>
        {error && (
          <p id={`${id}-error`} className="flex items-start gap-1.5 text-sm font-medium text-bad">
            <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            <span>{error}</span>
          </p>
        )}
      </ErrorSpeaker>
    </div>
  )
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'children'> &
  Omit<FieldFrameProps, 'children'> & {
    /** Content inside the control at its end, such as a show/hide button. */
    trailing?: ReactNode
  }

export function TextField({ label, hint, error, optional, className, trailing, ...input }: TextFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional} className={className}>
      {(control) => (
        <div className="relative">
          <input {...input} {...control} className={classNames(controlClass, trailing ? 'pr-13' : '')} />
          {trailing && <div className="absolute inset-y-0 right-1 flex items-center">{trailing}</div>}
        </div>
      )}
    </FieldFrame>
  )
}

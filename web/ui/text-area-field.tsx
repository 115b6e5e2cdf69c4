import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { controlClass, FieldFrame } from './field.tsx'

type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'id' | 'children'> & {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
}

/** A text of several lines, with label, hint and error. */
export function TextAreaField({ label, hint, error, optional, className, ...area }: TextAreaFieldProps) {
  return (
    <FieldFrame label={label} hint={hint} error={error} optional={optional} className={className}>
      {(control) => (
        <textarea
          rows={3}
          {...area}
          {...control}
          className={classNames(controlClass, 'resize-y py-2.5 leading-snug')}
        />
      )}
    </FieldFrame>
  )
}

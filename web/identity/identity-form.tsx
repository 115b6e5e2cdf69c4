import { useRef, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { TextField } from '../ui/field.tsx'
import type { FieldErrors } from './form-errors.ts'

export type IdentityFormProps = {
  email: string
  onEmailChange: (email: string) => void
  /** Shows the sentence above the form; null takes it away. */
  onError: (sentence: string | null) => void
}

/** Field errors of a form. `show` also focuses the first invalid field, in the order of `fieldNames`. */
export function useFieldErrors(fieldNames: readonly string[]) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)
  return {
    form,
    errors,
    setErrors,
    show: (found: FieldErrors) => {
      setErrors(found)
      const first = fieldNames.find((field) => found[field])
      if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    },
    edited: (field: string) => setErrors((errors) => ({ ...errors, [field]: '' })),
  }
}

type FormProps = {
  /** Id for a button outside the form. */
  id?: string
  form: RefObject<HTMLFormElement | null>
  onSubmit: () => Promise<void>
  children: ReactNode
}

/** A form that this page validates; the browser never submits it. */
export function IdentityForm({ id, form, onSubmit, children }: FormProps) {
  return (
    <form
      id={id}
      ref={form}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void onSubmit()
      }}
    >
      {children}
    </form>
  )
}

type EmailFieldProps = { value: string; error: string | undefined; onChange: (email: string) => void }

export function EmailField({ value, error, onChange }: EmailFieldProps) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

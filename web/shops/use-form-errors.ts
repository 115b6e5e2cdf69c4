import { useEffect, useRef, useState } from 'react'
import type { FieldErrors } from '../identity/form-errors.ts'

/** Field errors of a form, by path. `show` also focuses the first invalid field on the page. */
export function useFormErrors() {
  const form = useRef<HTMLFormElement>(null)
  const [{ errors, shown }, set] = useState<{ errors: FieldErrors; shown: number }>({ errors: {}, shown: 0 })
  useEffect(() => {
    if (shown > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [shown])
  return {
    form,
    errors,
    show: (found: FieldErrors) => set((before) => ({ errors: found, shown: before.shown + 1 })),
    /** Clears the errors of a field and of the fields inside it. */
    edited: (path: string) =>
      set((before) => ({
        ...before,
        errors: Object.fromEntries(
          Object.entries(before.errors).filter(([field]) => field !== path && !field.startsWith(`${path}.`)),
        ),
      })),
  }
}

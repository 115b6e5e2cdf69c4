import { useState } from 'react'
import { CallError } from '../api/client.ts'
import type { FieldErrors } from '../identity/form-errors.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'
import { useFormErrors } from './use-form-errors.ts'

/**
 * A form that is sent once at a time. `submit` shows invalid input and does not send it. A refusal about a
 * field stands at the field, any other in `problem`.
 */
export function useFormSubmit() {
  const { form, errors, show, edited } = useFormErrors()
  const { busy, run } = useSingleFlight()
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (found: FieldErrors, send: () => Promise<void>): void => {
    void run(async () => {
      setProblem(null)
      show(found)
      if (Object.keys(found).length > 0) return
      try {
        await send()
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (error.field !== null) show({ [error.field]: error.message })
        else setProblem(error.message)
      }
    })
  }
  return { form, errors, edited, busy, problem, submit }
}

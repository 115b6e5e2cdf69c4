import { useRef, useState } from 'react'
import type { ShopSettings } from '../../contract/shops/shop-settings.ts'
import { CallError } from '../api/client.ts'
import type { FieldErrors } from '../identity/form-errors.ts'
import { showErrorToast } from '../identity/show-error-toast.ts'
import { toast } from '../ui/toast.ts'
import { useSettingsChanged } from './shop-settings.ts'
import { useFormErrors } from './use-form-errors.ts'

export type ShopChanging = ReturnType<typeof useShopChange>

function misfitWords(misfits: number): string | undefined {
  if (misfits === 0) return undefined
  return misfits === 1
    ? '1 appointment no longer fits. It stays booked. See the top of the page.'
    : `${misfits} appointments no longer fit. They stay booked. See the top of the page.`
}

/** State of one section's change: busy, field errors and a general error. */
export function useShopChange() {
  const { form, errors, show, edited } = useFormErrors()
  const [busy, setBusy] = useState(false)
  // State updates too late for a second press in the same frame.
  const sending = useRef(false)
  const [problem, setProblem] = useState<string | null>(null)
  const settingsChanged = useSettingsChanged()

  /**
   * Saves, shows `done` (a text or a function of the reply) as a toast, and returns whether it succeeded.
   * Invalid input is shown and not sent.
   */
  const save = async (
    done: string | ((settings: ShopSettings) => string),
    send: () => Promise<ShopSettings>,
    found: FieldErrors = {},
  ): Promise<boolean> => {
    if (sending.current) return false
    setProblem(null)
    show(found)
    if (Object.keys(found).length > 0) return false
    sending.current = true
    setBusy(true)
    try {
      const settings = await send()
      const description = misfitWords(await settingsChanged(settings))
      toast({
        title: typeof done === 'string' ? done : done(settings),
        ...(description !== undefined && { description }),
      })
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.field !== null) show({ [error.field]: error.message })
      setProblem(error.field === null ? error.message : null)
      showErrorToast(error, error.message)
      return false
    } finally {
      sending.current = false
      setBusy(false)
    }
  }

  // The alert is about what was sent, so it goes with the first edit.
  const editedField = (path: string) => {
    edited(path)
    setProblem(null)
  }
  const forget = () => {
    setProblem(null)
    show({})
  }

  return { form, errors, edited: editedField, busy, problem, save, forget }
}

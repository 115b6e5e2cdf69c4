import { useRef, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import type { PasswordPolicy } from '../../contract/identity/identity.ts'
import { weekdays } from '../../contract/shops/business-hours.ts'
import { shopRegistration, type ShopRegistration } from '../../contract/shops/shops.ts'
import { call, CallError } from '../api/client.ts'
import { findFieldErrors, type FieldErrors } from '../identity/form-errors.ts'
import { layoutHint } from '../identity/layout-hint.ts'
import { shortPasswordSentence, usePasswordPolicy } from '../identity/password-policy.ts'
import { refreshSession } from '../identity/session.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'
import { registrationDraftStore } from './registration-draft.ts'
import { useFormErrors } from './use-form-errors.ts'

type Typed = Omit<ShopRegistration, 'paymentMethod'> & { paymentMethod: string }

function findProblems(typed: Typed, policy: PasswordPolicy | null): FieldErrors {
  const found = findFieldErrors(shopRegistration, { ...typed, email: typed.email || undefined })
  if (typed.password === '') found['password'] ??= 'Please enter a password'
  const short = shortPasswordSentence(typed.password, policy)
  if (short) found['password'] ??= short
  return found
}

/** The sentence for the alert. A day's error names the day, because the alert stands away from the table. */
function inWords(field: string, sentence: string): string {
  const weekday = weekdays.find((each) => field.startsWith(`businessHours.${each}`))
  return weekday ? `${weekday}: ${sentence}` : sentence
}

function showFailureToast() {
  toast({
    title: 'Error',
    description: 'Failed to register shop. Please try again.',
    variant: 'destructive',
  })
}

/**
 * Registers a shop: validated here first, decided by the server. Then the shop is signed in and at /admin.
 */
export function useRegisterShop() {
  const { form, errors, show, edited } = useFormErrors()
  const [busy, setBusy] = useState(false)
  // State updates too late for a second press in the same frame.
  const sending = useRef(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [policy, readPolicyAgain] = usePasswordPolicy()

  // The alert is about what was sent, so it goes with the first edit.
  const editedField = (path: string) => {
    edited(path)
    setProblem(null)
  }
  const fail = (found: FieldErrors, sentence: string) => {
    show(found)
    setProblem(sentence)
    showFailureToast()
  }

  const send = async (registration: ShopRegistration) => {
    try {
      await call('shops.register', { body: registration })
    } catch (error) {
      const sentence =
        error instanceof CallError && error.message !== '' ? error.message : 'An unexpected error occurred'
      const field =
        error instanceof CallError && error.code === 'auth/password-does-not-meet-requirements'
          ? 'password'
          : error instanceof CallError
            ? error.field
            : null
      fail(field ? { [field]: sentence } : {}, sentence)
      if (field === 'password') readPolicyAgain()
      // Signed in meanwhile in another window: the guard redirects.
      if (error instanceof CallError && error.status === 403) await refreshSession()
      return
    }
    layoutHint.write('shop')
    toast({ title: 'Success', description: 'Shop registered successfully' })
    await refreshSession()
    // The guard has unmounted the form by now; earlier it would visibly go empty.
    registrationDraftStore.write(null)
    navigate(paths.admin, { replace: true })
  }

  const register = async (typed: Typed) => {
    if (sending.current) return
    setProblem(null)
    const found = findProblems(typed, policy)
    const [first] = Object.entries(found)
    if (first) return fail(found, inWords(first[0], first[1] ?? ''))
    show({})
    sending.current = true
    setBusy(true)
    await send(typed as ShopRegistration)
    sending.current = false
    setBusy(false)
  }

  return { form, errors, edited: editedField, busy, problem, policy, register }
}

import { useCallback, useEffect, useState } from 'react'
import type { PasswordPolicy } from '../../contract/identity/identity.ts'
import { call } from '../api/client.ts'

/**
 * The server's password policy, loaded when the form opens and again on demand; null until then. The server
 * decides anyway.
 */
export function usePasswordPolicy(): [PasswordPolicy | null, () => void] {
  const [policy, setPolicy] = useState<PasswordPolicy | null>(null)
  const read = useCallback(() => {
    call('identity.findPasswordPolicy', {}).then(setPolicy, () => undefined)
  }, [])
  useEffect(read, [read])
  return [policy, read]
}

/**
 * The error for the length of a new password, counted in user-perceived characters; undefined when it is
 * valid.
 */
export function shortPasswordSentence(password: string, policy: PasswordPolicy | null): string | undefined {
  return policy && Array.from(password).length < policy.minLength
    ? `Please use at least ${policy.minLength} characters.`
    : undefined
}

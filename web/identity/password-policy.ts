import { useCallback, useEffect, useState } from 'react'
import type { PasswordPolicy } from '../../contract/identity/identity.ts'
import { call } from '../api/client.ts'

/** The server's policy, read when the form opens and again on demand; null until it is there. The server decides anyway. */
export function usePasswordPolicy(): [PasswordPolicy | null, () => void] {
  const [policy, setPolicy] = useState<PasswordPolicy | null>(null)
  const read = useCallback(() => {
    call('identity.findPasswordPolicy', {}).then(setPolicy, () => undefined)
  }, [])
  useEffect(read, [read])
  return [policy, read]
}

/** What is wrong with the length of a new password, in characters as people count them; undefined when nothing is. */
export function shortPasswordSentence(password: string, policy: PasswordPolicy | null): string | undefined {
  return policy && Array.from(password).length < policy.minLength
    ? `Please use at least ${policy.minLength} characters.`
    : undefined
}

import { useRef } from 'react'
import { randomId } from '../random-id.ts'

/**
 * The id of what a person is about to send. It stays through retries, so that a request whose reply was lost
 * counts once, and `renew` begins the next one.
 */
export function useIntentId() {
  const id = useRef<string | null>(null)
  return {
    read: () => (id.current ??= randomId()),
    renew: () => {
      id.current = null
    },
  }
}

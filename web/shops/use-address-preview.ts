import { useCallback, useEffect, useRef, useState } from 'react'
import { readGeocoding, type GeocodingProblem, type Place } from '../../contract/shops/geocoding.ts'
import { call, CallError } from '../api/client.ts'

export type AddressPreview =
  | { state: 'none' }
  | { state: 'asking' }
  | { state: 'found'; place: Place }
  | { state: 'problem'; problem: GeocodingProblem }

/** Debounce in milliseconds: passing through the field causes no lookup. */
const restMs = 300

async function lookUp(address: string, signal: AbortSignal): Promise<AddressPreview> {
  let read: ReturnType<typeof readGeocoding>
  try {
    read = readGeocoding(true, await call('shops.geocode', { query: { address }, signal }))
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    read = readGeocoding(false, null)
  }
  return 'problem' in read ? { state: 'problem', problem: read.problem } : { state: 'found', place: read }
}

/**
 * The maps provider's result for an address. `look` requests it after the debounce, once for each address;
 * `forget` removes it and aborts the request in flight. An empty address and the `known` one are not looked
 * up.
 */
export function useAddressPreview(known?: string) {
  const [preview, setPreview] = useState<AddressPreview>({ state: 'none' })
  const running = useRef<{ address: string; stop: () => void } | null>(null)

  const forget = useCallback(() => {
    running.current?.stop()
    running.current = null
    setPreview({ state: 'none' })
  }, [])
  useEffect(() => () => running.current?.stop(), [])

  const look = (typed: string) => {
    const address = typed.trim()
    if (running.current?.address === address) return
    forget()
    if (address === '' || address === known) return
    const controller = new AbortController()
    const timer = setTimeout(() => {
      setPreview({ state: 'asking' })
      lookUp(address, controller.signal).then(
        (answer) => {
          if (!controller.signal.aborted) setPreview(answer)
        },
        () => undefined,
      )
    }, restMs)
    running.current = {
      address,
      stop: () => {
        clearTimeout(timer)
        controller.abort()
      },
    }
  }

  return { preview, look, forget }
}

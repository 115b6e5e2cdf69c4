import { useSyncExternalStore } from 'react'
import type { ProductSettings } from '../../contract/settings/product-settings.ts'

/** So long after the first answer a view may begin with it instead of asking again. */
const freshMs = 2000

let settings: ProductSettings | null = null
/** When they were heard, by the browser's clock. */
let heardAt = Number.NEGATIVE_INFINITY
let isTaken = false
let loading: Promise<ProductSettings> | null = null
const listeners = new Set<() => void>()

async function fetchSettings(): Promise<ProductSettings> {
  // With headers of its own it would not be the one that the document had asked for already.
  const response = await fetch('/api/config')
  if (!response.ok) throw new Error(`config: ${response.status}`)
  settings = (await response.json()) as ProductSettings
  heardAt = performance.now()
  for (const listener of listeners) listener()
  return settings
}

/**
 * What the server tells the browser about this installation: asked once, and again after a failure. A plain fetch,
 * because the landing page does without the client and its schemas.
 */
export function loadProductSettings(): Promise<ProductSettings> {
  loading ??= fetchSettings().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** The answer that the page began with, for the first view that begins soon after it; null for everybody else. */
export function takeFirstSettings(): ProductSettings | null {
  const isFirst = !isTaken && performance.now() - heardAt < freshMs
  isTaken = true
  return isFirst ? settings : null
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The settings, or null while they are not there yet. */
export function useProductSettings(): ProductSettings | null {
  return useSyncExternalStore(
    subscribe,
    () => settings,
    () => null,
  )
}

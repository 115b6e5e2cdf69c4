import type { ProductSettings } from '../../contract/settings/product-settings.ts'
import { fetchWithTimeout } from '../api/fetch-with-timeout.ts'
import { memoryStore, useStore } from '../ui/external-store.ts'

/** Milliseconds for which a first view may use the response of the page load. */
const freshMs = 2000

const settingsStore = memoryStore<ProductSettings | null>(null)
/** Time of the response by the browser's clock. */
let heardAt = Number.NEGATIVE_INFINITY
let isTaken = false
let loading: Promise<ProductSettings> | null = null

async function fetchSettings(): Promise<ProductSettings> {
  // Without headers of ours, so that it reuses the document's preload.
  const settings = await fetchWithTimeout('/api/config', {}, async (response) => {
    if (!response.ok) throw new Error(`config: ${response.status}`)
    return (await response.json()) as ProductSettings
  })
  heardAt = performance.now()
  settingsStore.write(settings)
  return settings
}

/**
 * The server's settings for the browser: loaded once, and again after a failure. A plain fetch, because the
 * landing page does without the API client and its schemas.
 */
export function loadProductSettings(): Promise<ProductSettings> {
  loading ??= fetchSettings().catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

/** The response of the page load, for the first view that opens soon after it; null for all later ones. */
export function takeFirstSettings(): ProductSettings | null {
  const isFirst = !isTaken && performance.now() - heardAt < freshMs
  isTaken = true
  return isFirst ? settingsStore.read() : null
}

/** The settings, or null until they are loaded. */
export function useProductSettings(): ProductSettings | null {
  return useStore(settingsStore, null)
}

/** A channel to the other pages of this origin; null where the browser refuses it or has none. */
export function openChannel(name: string): BroadcastChannel | null {
  if (typeof BroadcastChannel !== 'function') return null
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}

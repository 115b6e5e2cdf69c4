/** A channel to the other pages of this origin; null where the browser refuses it or has none. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : null
  } catch {
    return null
  }
}

/** A channel to the other pages of this origin; null where the browser has none or refuses it, like storage. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}

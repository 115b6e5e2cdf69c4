/** A channel to the other pages of this origin; null where the browser refuses it, as it does storage. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}

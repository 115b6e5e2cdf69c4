/**
 * A channel to the other pages of this origin; null where it is refused, as storage is, or missing in
 * browsers before 2022.
 */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}

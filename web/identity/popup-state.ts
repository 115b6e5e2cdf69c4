/**
 * State of a sign-in popup. Its `closed` is no proof: a provider page with Cross-Origin-Opener-Policy cuts
 * the link, and then `closed` is true although the popup is open.
 */
export type PopupState =
  /** Empty page of ours, not yet sent to the provider. */
  | { at: 'blank' }
  /** Sent there; found open and unreadable this many times in a row. */
  | { at: 'led'; sightings: number }
  /** Found open at the provider with the link intact: from now on `closed` is reliable. */
  | { at: 'provider' }
  /** The link is cut. The popup can no longer be observed. */
  | { at: 'out-of-sight' }
  | { at: 'closed' }

/** Sightings after which a link is stable: before a cut it still looks intact for a moment. */
export const requiredSightings = 4

/** `readable`: whether the popup's address could be read, which only works for our own pages. */
export type PopupSight = { closed: boolean; readable: boolean }

/** The state after one more observation. */
export function nextPopupState(watch: PopupState, { closed, readable }: PopupSight): PopupState {
  switch (watch.at) {
    case 'blank':
      return closed ? { at: 'closed' } : watch
    case 'led': {
      if (closed) return { at: 'out-of-sight' }
      const sightings = readable ? 0 : watch.sightings + 1
      return sightings < requiredSightings ? { at: 'led', sightings } : { at: 'provider' }
    }
    case 'provider':
      return closed ? { at: 'closed' } : watch
    case 'out-of-sight':
    case 'closed':
      return watch
  }
}

/**
 * What is known of the window that a sign-in was opened in. `closed` of a window is no proof: a provider's page whose
 * Cross-Origin-Opener-Policy cuts the link makes it true while the person is still there.
 */
export type PopupState =
  /** Empty, ours: not yet led to the provider. */
  | { at: 'blank' }
  /** Led there; seen so many times in a row open and out of sight. */
  | { at: 'led'; sightings: number }
  /** It stood open at the provider with the link whole: `closed` is to be believed. */
  | { at: 'provider' }
  /** The link is cut. Nothing more can be seen of it. */
  | { at: 'out-of-sight' }
  | { at: 'closed' }

/** How long a link must have lasted: one that is about to be cut still looks whole for a moment. */
export const requiredSightings = 4

/** `readable` is whether its address could be read, as only that of our own pages can. */
export type PopupSight = { closed: boolean; readable: boolean }

/** What one more look at the window makes of what was known. */
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

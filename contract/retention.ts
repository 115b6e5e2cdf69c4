/**
 * Days for which data about people is kept. The jobs delete by these figures, and the privacy page tells
 * them.
 */
export const retentionDays = {
  /** A session, from its sign-in. */
  session: 7,
  /** The cookie of a browser that signed in before. */
  knownDevice: 180,
  /** Networks from which a claim was made. */
  claimNetworks: 30,
  /** Cards that were tried, by a digest. */
  cardAttempts: 30,
  /** Limits that a customer hit. */
  limitHits: 90,
  /** Photos after an answer that sells nothing. */
  refusedPhotos: 90,
  /** Photos after the end of an appointment: its payment may be disputed for so long. */
  endedPhotos: 120,
} as const

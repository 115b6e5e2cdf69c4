/**
 * Adds the facts that a mail states as of its sending; schemas of other mails leave them out. `sentAt` in
 * epoch milliseconds; undefined before it is sent. Pure.
 */
export function withMoment(
  payload: unknown,
  { sentAt, shopEmail }: { sentAt: number | undefined; shopEmail: string | null },
): unknown {
  if (typeof payload !== 'object' || payload === null) return payload
  return {
    ...payload,
    ...(sentAt !== undefined && { sentAt: new Date(sentAt).toISOString() }),
    ...(shopEmail !== null && { shopEmail }),
  }
}

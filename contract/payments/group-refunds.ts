type RefundPart = { at: string; reason: string; amountCents: number; isMade: boolean }

/**
 * One refund takes from several holds where its amount needs them, and each is a part of its own with the
 * same instant. Joins the parts of each refund; it is made once all of them are. Pure.
 */
export function groupRefunds<Part extends RefundPart>(parts: readonly Part[]): Part[] {
  const groups = new Map<string, Part>()
  for (const part of parts) {
    const before = groups.get(part.at)
    groups.set(
      part.at,
      before
        ? {
            ...before,
            amountCents: before.amountCents + part.amountCents,
            isMade: before.isMade && part.isMade,
          }
        : part,
    )
  }
  return [...groups.values()]
}

import { formatCents } from '../../contract/money.ts'

/** The button that cancels for this fee; 0 for none. */
export const cancelLabel = (feeCents: number): string =>
  feeCents > 0 ? `Cancel and pay ${formatCents(feeCents)}` : 'Cancel appointment'

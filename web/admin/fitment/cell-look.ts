import type { CellKind } from './fitment-matrix.ts'

/** Each kind of cell: its letter, so that no one depends on color; its words; its colors. */
export const cellLooks: Record<CellKind, { mark: string; words: string; look: string }> = {
  fits: { mark: 'F', words: 'Fits', look: 'bg-good text-surface' },
  fits_with_condition: {
    mark: 'C',
    words: 'Fits with a condition',
    look: 'bg-good-soft text-good ring-1 ring-inset ring-good/35',
  },
  question: {
    mark: 'Q',
    words: 'A question decides',
    look: 'bg-info-soft text-info ring-1 ring-inset ring-info/30',
  },
  needs_review: {
    mark: 'P',
    words: 'Needs a photo',
    look: 'bg-warn-soft text-warn ring-1 ring-inset ring-warn/40',
  },
  activation_only: { mark: 'A', words: 'May only need activation', look: 'bg-info text-surface' },
  does_not_fit: { mark: 'N', words: 'Doesn’t fit', look: 'bg-bad-soft text-bad' },
  never_sold: { mark: '–', words: 'Never sold', look: 'bg-hover text-muted' },
  no_data: {
    mark: '?',
    words: 'No data',
    look: 'border-2 border-dashed border-bad text-bad',
  },
}

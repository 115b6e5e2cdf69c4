import type { Selectable } from 'kysely'
import type { Tables } from './tables.ts'

export type AppointmentRow = Selectable<Tables['appointments']>
export type HoldRow = Selectable<Tables['holds']>
export type FitmentReviewRow = Selectable<Tables['fitment_reviews']>

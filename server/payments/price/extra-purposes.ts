import { sql } from 'kysely'
import type { HoldPurpose } from '../../database/tables.ts'

/** Purposes of the hold for the part of the price above the hold of the price. */
export const extraPurposes = ['extra', 'extra_off_session'] as const satisfies HoldPurpose[]

/** Whether a hold `h` of a query is for the extra amount. */
export const isExtraHold = sql<boolean>`h.purpose in ('extra', 'extra_off_session')`

/** Whether a hold `h` of a query is for the price, a charge in one step included. */
export const isHoldOfPrice = sql<boolean>`h.purpose not in ('extra', 'extra_off_session')`

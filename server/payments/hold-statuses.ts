import type { HoldStatus } from '../database/tables.ts'

/** The provider is asked to place it, or the person to confirm it. One at most for an appointment. */
export const asked: readonly HoldStatus[] = ['requested', 'requires_action']
/** It can be, is being or was charged. One at most for an appointment. */
export const inForce: readonly HoldStatus[] = ['live', 'capturing', 'captured']
/** Something was decided about it that the provider has not answered yet. */
export const underWay: readonly HoldStatus[] = [...asked, 'capturing', 'refunding', 'releasing']
/** It came to nothing. */
export const ended: readonly HoldStatus[] = ['released', 'lapsed', 'declined']

/** What customers read of a shop without a fee. */
export const freeCancellation = 'Cancel for free until your appointment starts.'

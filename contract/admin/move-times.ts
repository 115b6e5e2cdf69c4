/** Messages about a move leave after this time, in which it can be undone. */
export const undoMs = 10_000
/** Jobs start on a quarter of an hour and last a number of them, less than a day. */
export const quarterMinutes = 15
export const longestJobMinutes = 23 * 60

/** Messages about a move leave after this time, in which it can be undone. */
export const undoMs = 10_000
/** Jobs start on a quarter of an hour and last a number of them, less than a day. */
export const quarterMinutes = 15
export const longestJobMinutes = 23 * 60
/** The shop books, moves and blocks so many days ahead: dates are told without their year. */
export const deskDays = 365

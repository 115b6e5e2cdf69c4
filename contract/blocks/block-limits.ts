/** Characters of the reason of a block. */
export const longestBlockReason = 60
/** Days of one block at most: free times look back so far for the blocks of a day. */
export const longestBlockDays = 60
/** Weeks that a weekly block is written ahead. */
export const weeksAhead = 26

/** One line of the table: what was measured, what it should be, and whether it is. */
export type Line = { what: string; figure: string; target: string; met: boolean }

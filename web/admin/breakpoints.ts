/** An old desktop of 1024 pixels has the table, with its filters in two lines; narrower windows have cards. */
export const wideBreakpoint = '(min-width: 64rem)'

/** From 1024 pixels on there is the table, with its filters in two lines; narrower windows have cards. */
export const wideBreakpoint = '(min-width: 64rem)'

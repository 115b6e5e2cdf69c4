/**
 * Hours before the start: a reminder is mailed from `first` on. With `last` hours or less to go none is
 * mailed any more.
 */
export const reminderHours = { first: 48, last: 12 } as const

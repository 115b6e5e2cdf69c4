/**
 * The two reminders of an appointment, in hours before its start: each is sent from `first` on, and no more
 * with `last` hours or less to go.
 */
export const reminderHours = {
  first: { first: 48, last: 12 },
  second: { first: 3, last: 1 },
} as const
export type Reminder = keyof typeof reminderHours

import type { CalendarFeed } from '../../contract/feeds/feeds.ts'

const moment = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** 'Created Dec 1, 9:00 AM. Last read Dec 2, 10:15 AM.', in the reader's own zone. */
export function readWords({ createdAt, lastReadAt }: CalendarFeed): string {
  const read =
    lastReadAt === null
      ? 'Not read by a calendar yet.'
      : `Last read ${moment.format(Date.parse(lastReadAt))}.`
  return `Created ${moment.format(Date.parse(createdAt))}. ${read}`
}

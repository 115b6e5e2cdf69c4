import ICAL from 'ical.js'
import { formatPhone } from '../../../contract/booking/us-phone.ts'
import { brandName } from '../../../contract/brand.ts'
import { calendarComponent, calendarTime, writeCalendar } from '../../notifications/write-calendar.ts'
import type { FeedBlock, FeedJob } from './feed-rows.ts'

type Feed = {
  name: string
  /** Name and address of the shop. */
  place: string
  publicUrl: string
  timeZone: string
  now: number
  jobs: readonly FeedJob[]
  blocks: readonly FeedBlock[]
}

/**
 * Writes a subscription as an iCalendar file. A job has the UID of the files in the shop's mails, so a
 * calendar that has both shows one entry.
 */
export function writeFeed({ name, place, publicUrl, timeZone, now, jobs, blocks }: Feed): string {
  const calendar = calendarComponent('vcalendar', {
    version: '2.0',
    prodid: `-//${brandName}//Jobs//EN`,
    calscale: 'GREGORIAN',
    method: 'PUBLISH',
    'x-wr-calname': name,
    'x-wr-timezone': timeZone,
    'refresh-interval': ICAL.Duration.fromSeconds(900),
    'x-published-ttl': 'PT15M',
  })
  calendar.getFirstProperty('refresh-interval')?.setParameter('value', 'DURATION')
  for (const job of jobs) calendar.addSubcomponent(eventOfJob(job, { place, publicUrl, now }))
  for (const block of blocks) calendar.addSubcomponent(eventOfBlock(block, now))
  return writeCalendar(calendar)
}

function eventOfJob(job: FeedJob, { place, publicUrl, now }: Pick<Feed, 'place' | 'publicUrl' | 'now'>) {
  const car = `${job.vehicle_year} ${job.vehicle_make} ${job.vehicle_model}`
  const url = `${publicUrl}/admin?appointment=${job.id}`
  const facts = [
    `${job.package_name}, ${job.bay_name}`,
    job.vehicle_vin === null ? car : `${car}, VIN ${job.vehicle_vin}`,
    ...(job.phone === null ? [] : [`Phone: ${formatPhone(job.phone)}`, url]),
  ]
  return calendarComponent('vevent', {
    uid: `shop-appointment-${job.id}@dashfit`,
    sequence: job.sequence,
    dtstamp: calendarTime(now),
    dtstart: calendarTime(job.starts_at),
    dtend: calendarTime(job.ends_at),
    summary: `${job.customer_name}, ${car}`,
    location: place,
    description: facts.join('\n'),
    status: 'CONFIRMED',
  })
}

function eventOfBlock(block: FeedBlock, now: number) {
  return calendarComponent('vevent', {
    uid: `block-${block.id}@dashfit`,
    dtstamp: calendarTime(now),
    dtstart: calendarTime(block.starts_at),
    dtend: calendarTime(block.ends_at),
    summary: `Blocked: ${block.reason}`,
    description: block.bay_name,
    status: 'CONFIRMED',
    transp: 'TRANSPARENT',
  })
}

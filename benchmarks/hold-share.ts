import { bookingWindow, weekdaysOfWindow } from '../contract/slots/booking-window.ts'
import { startMinutes } from '../contract/slots/free-slots.ts'
import { planHold } from '../contract/payments/hold-plan.ts'
import { instantOfWallTime } from '../contract/time.ts'

/**
 * Of every combination of booking moment (each hour of a year), bookable start and package: the share whose hold is alive when
 * the job ends. Nobody's time is measured, so it needs neither the product nor a database.
 */

const hourMs = 3_600_000
const zone = 'America/Los_Angeles'
const year = 2027
const closingMinute = 17 * 60
const jobHours = [3, 4, 5]

/** How long banks keep a hold taken with the customer present, and without (docs.stripe.com/payments/place-a-hold-on-a-payment-method). */
const cards = [
  { name: 'Visa', presentMs: 7 * 24 * hourMs, absentMs: (4 * 24 + 18) * hourMs },
  { name: 'Mastercard, American Express, Discover', presentMs: 7 * 24 * hourMs, absentMs: 7 * 24 * hourMs },
]

type Job = { bookedAt: number; startsAt: number; endsAt: number }

/** Every hour of the year, its elapsed hours one after another, over both changes of the clocks. */
function* listBookingMoments(): Generator<number> {
  const end = instantOfWallTime(`${year + 1}-01-01`, 0, zone) ?? Number.NaN
  for (let at = instantOfWallTime(`${year}-01-01`, 0, zone) ?? Number.NaN; at < end; at += hourMs) yield at
}

function* listJobs(): Generator<Job> {
  for (const bookedAt of listBookingMoments()) {
    for (const day of weekdaysOfWindow(bookingWindow(bookedAt, zone))) {
      for (const minutes of startMinutes) {
        const startsAt = instantOfWallTime(day, minutes, zone) ?? Number.NaN
        for (const hours of jobHours) {
          if (minutes + hours * 60 <= closingMinute) {
            yield { bookedAt, startsAt, endsAt: startsAt + hours * hourMs }
          }
        }
      }
    }
  }
}

/** Until when an appointment's last hold can be captured, when the keeper does what the plan says and the card takes the nth try. */
function keep({ bookedAt, startsAt, endsAt }: Job, presentMs: number, absentMs: number, nth: number): number {
  let captureBefore = bookedAt + presentMs
  let attemptedAt: number | null = null
  for (let tries = 1, now = bookedAt; ; tries++) {
    const plan = planHold({
      captureBefore: captureBefore > now ? captureBefore : null,
      startsAt,
      endsAt,
      attemptedAt,
      now,
    })
    if (plan.kind !== 'renew') return captureBefore
    now = Math.max(now, plan.at)
    attemptedAt = now
    if (tries >= nth) captureBefore = now + absentMs
  }
}

type Count = { alive: number; aliveDayAfter: number }

function count(tally: Count, captureBefore: number, endsAt: number): void {
  if (captureBefore >= endsAt) tally.alive++
  if (captureBefore >= endsAt + 24 * hourMs) tally.aliveDayAfter++
}

const ways = [
  { name: 'the hold taken at booking alone', nth: 0 },
  { name: 'with the keeper, first try accepted', nth: 1 },
  { name: 'with the keeper, third try accepted', nth: 3 },
  { name: 'with the keeper, every try refused', nth: Number.POSITIVE_INFINITY },
]

const lines = cards.flatMap((card) =>
  ways.map((way) => ({ card, way, tally: { alive: 0, aliveDayAfter: 0 } })),
)
let jobs = 0
for (const job of listJobs()) {
  jobs++
  for (const { card, way, tally } of lines) {
    const captureBefore =
      way.nth === 0 ? job.bookedAt + card.presentMs : keep(job, card.presentMs, card.absentMs, way.nth)
    count(tally, captureBefore, job.endsAt)
  }
}

const percent = (part: number): string => `${((100 * part) / jobs).toFixed(2)} %`
console.log(`${jobs} combinations of a booking hour of ${year}, a start and a package\n`)
console.log("| card | hold | alive at the job's end | and 24 hours on |\n|---|---|---|---|")
for (const { card, way, tally } of lines)
  console.log(`| ${card.name} | ${way.name} | ${percent(tally.alive)} | ${percent(tally.aliveDayAfter)} |`)

import { expect, test } from 'vitest'
import type { Board, BoardJob } from '../../contract/admin/board.ts'
import { freeStretches, isOutsideHours, listDay, planDay, planWeek } from './board-plan.ts'
import { openingWords } from './board-words.ts'
import { jobSentence } from './look/job-sentence.ts'

const day = { day: '2026-11-23', opens: 510, closes: 1020, closure: null }
const closed = { day: '2026-11-26', opens: null, closes: null, closure: 'Thanksgiving' }
const bays: Board['bays'] = [
  { id: 7, name: 'Bay 1', inUse: true },
  { id: 9, name: 'Bay 2', inUse: false },
]

function job(
  bayId: number,
  startMinutes: number,
  endMinutes: number,
  changes: Partial<BoardJob> = {},
): BoardJob {
  return {
    appointmentId: `${bayId} ${startMinutes}`,
    bayId,
    day: day.day,
    startMinutes,
    endMinutes,
    customerPhone: '6265550142',
    customerName: 'Casey Rivera',
    packageName: 'Smart Connect Premium',
    vehicleInfo: { year: 2021, make: 'BMW', model: 'X5', vin: null },
    paymentStatus: 'authorized',
    holdState: 'live',
    payment: { label: 'authorized', note: null },
    holdsOn: null,
    toldBy: ['email'],
    technicianName: null,
    hoursWaived: false,
    awaitsFitment: false,
    workState: 'booked',
    isConfirmed: false,
    placement: '',
    ...changes,
  }
}

/** Each cell of a column as 'row+rows', a job's with the starts of its jobs. */
function columnOf(jobs: BoardJob[], column: number) {
  const plan = planDay(day, bays, jobs)
  return (plan?.cells ?? []).flatMap((row) => {
    const cell = row[column]
    if (!cell) return []
    return [[`${cell.row}+${cell.rows}`, ...cell.jobs.map((one) => one.job.startMinutes)].join(' ')]
  })
}

test('a day spans from the earliest opening or job to the latest closing or job', () => {
  expect(planDay(day, bays, [])).toMatchObject({ firstHour: 8, hours: 9 })
  expect(planDay(day, bays, [job(7, 450, 630), job(9, 1380, 1560)])).toMatchObject({
    firstHour: 7,
    hours: 19,
  })
  expect(planDay(closed, bays, [job(7, 600, 780)])).toMatchObject({ firstHour: 10, hours: 3 })
  // A block on a closed day, of a whole day, before the opening, and within the hours.
  const block = (startMinutes: number, endMinutes: number) => [{ startMinutes, endMinutes }]
  expect(planDay(closed, bays, [], block(720, 780))).toMatchObject({ firstHour: 12, hours: 1 })
  expect(planDay(closed, bays, [], block(0, 1440))).toMatchObject({ firstHour: 6, hours: 16 })
  expect(planDay(day, bays, [], block(420, 480))).toMatchObject({ firstHour: 7, hours: 10 })
  expect(planDay(day, bays, [], block(0, 1440))).toMatchObject({ firstHour: 8, hours: 9 })
  expect(planDay(closed, bays, [])).toBeNull()
})

test('the free times of a bay lie within the opening hours and are an hour or longer', () => {
  expect(freeStretches(day, [])).toEqual([{ from: 510, to: 1020 }])
  expect(freeStretches(day, [job(7, 840, 1000), job(7, 540, 780)])).toEqual([{ from: 780, to: 840 }])
  expect(freeStretches(day, [job(7, 420, 600), job(7, 960, 1200)])).toEqual([{ from: 600, to: 960 }])
  expect(freeStretches(closed, [])).toEqual([])
})

test('every hour of a bay is in one cell, and a job spans its hours', () => {
  const jobs = [job(7, 540, 780), job(7, 840, 1020), job(9, 570, 750)]
  expect(columnOf(jobs, 0)).toEqual(['0+1', '1+4 540', '5+1', '6+3 840'])
  expect(columnOf(jobs, 1)).toEqual(['0+1', '1+4 570', '5+1', '6+1', '7+1', '8+1'])
})

test('jobs that share an hour share a cell, and each is a stop of its own', () => {
  const jobs = [job(7, 570, 750), job(7, 750, 930)]
  expect(columnOf(jobs, 0)).toEqual(['0+1', '1+7 570 750', '8+1'])
  const cell = planDay(day, bays, jobs)?.cells[1]?.[0]
  expect(cell?.jobs.map(({ stop }) => stop)).toEqual([
    { column: 0, row: 1, rows: 3, order: 0 },
    { column: 0, row: 4, rows: 4, order: 0 },
  ])
})

test('a week has a stop for each job, and one for a bay without any', () => {
  const jobs = [job(7, 540, 720), job(7, 780, 960), job(9, 540, 720, { day: closed.day })]
  const { cells } = planWeek({ bays, days: [day, closed], jobs })
  expect(cells.map((row) => row.map((cell) => [cell.jobs.length, cell.stops.length]))).toEqual([
    [
      [2, 2],
      [0, 1],
    ],
    [
      [0, 1],
      [1, 1],
    ],
  ])
})

test('a job is outside the hours when any of it is', () => {
  expect(isOutsideHours(job(7, 510, 1020), day)).toBe(false)
  expect(isOutsideHours(job(7, 509, 700), day)).toBe(true)
  expect(isOutsideHours(job(7, 900, 1021), day)).toBe(true)
  expect(isOutsideHours(job(7, 600, 700), closed)).toBe(true)
})

test('a job is one sentence, and a closed day says why', () => {
  const place = { isOutside: false, isBayOut: false }
  expect(jobSentence(job(7, 540, 780), 'Bay 1', place)).toBe(
    'Bay 1, 9:00 AM to 1:00 PM, Casey Rivera, 2021 BMW X5, Smart Connect Premium, booked, card held',
  )
  const failed = job(7, 540, 780, {
    payment: { label: 'hold_failed', note: null },
    technicianName: 'Alex Kim',
  })
  expect(jobSentence(failed, 'Bay 1', { ...place, isOutside: true })).toMatch(
    /needs attention: hold failed, card declined, technician Alex Kim, outside the opening hours$/,
  )
  expect([openingWords(closed), openingWords({ ...closed, closure: '' }), openingWords(day)]).toEqual([
    'Closed: Thanksgiving',
    'Closed',
    '8:30\u00a0AM - 5:00\u00a0PM',
  ])
})

test('a list is by time, with the present before all that begins later', () => {
  const jobs = [job(7, 780, 900), job(7, 540, 720), job(9, 600, 700), job(9, 540, 560)]
  const block = { id: 'k', bayId: 9, day: day.day, startMinutes: 720, endMinutes: 780 }
  const blocks = [block as Board['blocks'][number]]
  const rows = (now: number | null, shown = jobs) =>
    listDay({ jobs: shown, blocks }, day.day, now).map(
      ({ kind, start, isOpening }) => `${kind} ${start}${isOpening ? ' first' : ''}`,
    )
  expect(rows(null)).toEqual(['job 540', 'job 540', 'job 600', 'block 720', 'job 780'])
  expect(rows(650)).toEqual(['job 540 first', 'job 540', 'job 600', 'now 650', 'block 720', 'job 780'])
  expect(rows(730).filter((row) => row.endsWith('first'))).toEqual(['job 780 first'])
  expect(rows(1000).at(-1)).toBe('now 1000 first')
  expect(listDay({ jobs, blocks }, closed.day, null)).toEqual([])
})

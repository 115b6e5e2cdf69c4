import { useMemo } from 'react'
import type { Overview } from '../../contract/admin/overview.ts'
import { formatCents } from '../../contract/money.ts'
import { BarChart, type BarData } from '../ui/bar-chart.tsx'
import { Figure } from './overview-figure.tsx'
import { HeatMap } from './overview-heat-map.tsx'
import {
  bayUseFinding,
  cancelledFinding,
  hourName,
  leadBars,
  leaderFinding,
  leadFinding,
  mondayName,
  moneyFinding,
  percentOf,
  weekdayName,
} from './overview-words.ts'

const count = (value: number): string => (Number.isInteger(value) ? String(value) : '')
const dollars = (cents: number): string => formatCents(Math.round(cents / 100) * 100)

type FiguresProps = { overview: Overview }
type Week = Overview['weeks'][number]
type WeekBars = readonly { label: string; color: string; valueOf: (week: Week) => number }[]

type WeeksFigureProps = {
  overview: Overview
  finding: string
  note: string
  bars: WeekBars
  /** Formats an axis label. */
  formatValue: (value: number) => string
  /** Formats a table cell. */
  formatCell: (value: number) => string
}

/** Stacked bars for each week. */
function WeeksFigure({ overview, finding, note, bars, formatValue, formatCell }: WeeksFigureProps) {
  const { weeks, presentMonday } = overview
  const data = useMemo((): BarData => {
    return {
      categories: weeks.map(({ monday }) =>
        monday === presentMonday ? `${mondayName(monday)} (now)` : mondayName(monday),
      ),
      series: bars.map(({ label, color, valueOf }) => ({ label, color, values: weeks.map(valueOf) })),
    }
  }, [weeks, presentMonday, bars])
  return (
    <Figure
      finding={finding}
      note={note}
      legend={data.series}
      table={{
        columns: ['Week from', ...bars.map(({ label }) => label)],
        rows: weeks.map((week, index) => [
          data.categories[index] ?? '',
          ...bars.map(({ valueOf }) => formatCell(valueOf(week))),
        ]),
      }}
    >
      <BarChart label={finding} data={data} formatValue={formatValue} />
    </Figure>
  )
}

const moneyBars: WeekBars = [
  { label: 'Captured', color: '--link', valueOf: (week) => week.capturedCents },
  { label: 'Expected', color: '--ember', valueOf: (week) => week.heldCents },
]

/** Captured and held amounts for each week. */
export function MoneyFigure({ overview }: FiguresProps) {
  return (
    <WeeksFigure
      overview={overview}
      finding={moneyFinding(overview.weeks)}
      note="By the week of the appointment. Captured: after refunds and disputes. Expected: booked, and the card wasn’t declined."
      bars={moneyBars}
      formatValue={dollars}
      formatCell={formatCents}
    />
  )
}

const cancelledBars: WeekBars = [
  { label: 'Kept', color: '--link', valueOf: (week) => week.kept },
  { label: 'Cancelled', color: '--ember', valueOf: (week) => week.cancelled },
]

/** Cancellations for each week. */
export function CancelledFigure({ overview }: FiguresProps) {
  return (
    <WeeksFigure
      overview={overview}
      finding={cancelledFinding(overview.weeks)}
      note="Cancelled appointments by the week of their start."
      bars={cancelledBars}
      formatValue={count}
      formatCell={String}
    />
  )
}

/** Bay utilization by weekday and hour. */
export function BayUseFigure({ overview: { bayUse } }: FiguresProps) {
  const finding = bayUseFinding(bayUse)
  return (
    <Figure
      finding={finding}
      note="Share of bookable bay time that was booked, so far. Based on today’s bays and hours, without weekends and closures."
      table={{
        columns: ['Weekday and hour', 'Taken', 'Open', 'Share'],
        rows: bayUse.map(({ weekday, hour, takenMinutes, openMinutes }) => [
          `${weekdayName(weekday)} ${hourName(hour)}`,
          `${Math.round(takenMinutes / 6) / 10} h`,
          `${Math.round(openMinutes / 6) / 10} h`,
          percentOf(takenMinutes, openMinutes),
        ]),
      }}
    >
      {bayUse.length > 0 && <HeatMap cells={bayUse} caption={finding} />}
    </Figure>
  )
}

/** Bookings of each package. */
export function PackagesFigure({ overview: { packages } }: FiguresProps) {
  const finding = leaderFinding(packages)
  const data = useMemo((): BarData => {
    return {
      categories: packages.map(({ name }) => name),
      series: [{ label: 'Sold', color: '--link', values: packages.map(({ sold }) => sold) }],
    }
  }, [packages])
  return (
    <Figure
      finding={finding}
      note="Appointments by package, without cancelled ones."
      table={{
        columns: ['Package', 'Sold', 'Together'],
        rows: packages.map(({ name, sold, cents }) => [name, String(sold), formatCents(cents)]),
      }}
    >
      <BarChart lying label={finding} data={data} formatValue={count} />
    </Figure>
  )
}

/** Bookings of each make. */
export function MakesFigure({ overview: { makes } }: FiguresProps) {
  const finding = leaderFinding(makes.map(({ make, sold }) => ({ name: make, sold })))
  const data = useMemo((): BarData => {
    return {
      categories: makes.map(({ make }) => make),
      series: [{ label: 'Sold', color: '--link', values: makes.map(({ sold }) => sold) }],
    }
  }, [makes])
  return (
    <Figure
      finding={finding}
      note="Appointments by vehicle make, without cancelled ones."
      table={{ columns: ['Make', 'Appointments'], rows: makes.map(({ make, sold }) => [make, String(sold)]) }}
    >
      <BarChart lying label={finding} data={data} formatValue={count} />
    </Figure>
  )
}

/** Lead times of bookings. */
export function LeadTimesFigure({ overview: { leadTimes, medianLeadDays } }: FiguresProps) {
  const finding = leadFinding(medianLeadDays)
  const bars = useMemo(() => leadBars(leadTimes), [leadTimes])
  const data = useMemo((): BarData => {
    return {
      categories: bars.map(({ label }) => label),
      series: [{ label: 'Appointments', color: '--link', values: bars.map((bar) => bar.appointments) }],
    }
  }, [bars])
  return (
    <Figure
      finding={finding}
      note="Days from booking to start, without cancelled appointments."
      table={{
        columns: ['Days ahead', 'Appointments'],
        rows: bars.map(({ label, appointments }) => [label, String(appointments)]),
      }}
    >
      <BarChart label={finding} data={data} formatValue={count} />
    </Figure>
  )
}

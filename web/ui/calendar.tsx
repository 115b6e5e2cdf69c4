import { createContext, useContext, useState } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayButton, DayPicker, type DayButtonProps } from 'react-day-picker'
import { classNames } from './class-names.ts'
import { dateOfDay, dayOfDate } from './local-day.ts'
import { daysBetween, fullestMonth, isOnPage } from './calendar-month.ts'

export type DayNote = {
  /** A short note under the date, and a shorter one for narrow windows. */
  short?: string | undefined
  shorter?: string | undefined
  /** Read out after the date. */
  spoken?: string | undefined
  /** Emphasizes or mutes the day. */
  look?: 'marked' | 'quiet' | undefined
}

type CalendarProps = {
  /** Days are 'YYYY-MM-DD' in the shop's calendar. */
  value: string | null
  onChange: (day: string) => void
  isDisabled: (day: string) => boolean
  /** Notes of a day; for a disabled day the reason comes first. */
  noteOf?: (day: string) => DayNote
  firstDay: string
  lastDay: string
  label?: string
  className?: string
}

const NoteOfDay = createContext<(day: string) => DayNote>(() => ({}))
const full = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
})

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon className="size-5" aria-hidden="true" />
}

/** A day with its note. Disabled days stay focusable, so that their reason is read out. */
function NotedDay({ children, ...rest }: DayButtonProps) {
  const { short, shorter, spoken, look } = useContext(NoteOfDay)(dayOfDate(rest.day.date))
  const { off, selected } = rest.modifiers
  const name = [full.format(rest.day.date), spoken, selected && 'selected'].filter(Boolean).join(', ')
  return (
    <DayButton
      {...rest}
      aria-label={name}
      aria-disabled={off || undefined}
      className={classNames(
        rest.className,
        look === 'marked' && 'ring-1 ring-ember',
        look === 'quiet' && !selected && 'text-muted',
      )}
    >
      <span className="leading-5">{children}</span>
      {short !== undefined && (
        <span
          className={classNames(
            'text-tiny leading-3 font-medium whitespace-nowrap',
            look !== 'quiet' && !off && !selected && 'text-good',
          )}
        >
          {shorter === undefined ? (
            short
          ) : (
            <>
              <span className="min-[30rem]:hidden">{shorter}</span>
              <span className="max-[30rem]:hidden">{short}</span>
            </>
          )}
        </span>
      )}
    </DayButton>
  )
}

/**
 * A month calendar for one date. Arrow keys move by day and week, Home and End to the ends of the week, Page
 * Up and Page Down by month.
 */
export function Calendar(props: CalendarProps) {
  const { value, onChange, isDisabled, noteOf = () => ({}), firstDay, lastDay } = props
  const { label = 'Choose a date', className } = props
  const round = 'grid size-11 place-items-center rounded-full'
  const days = daysBetween(firstDay, lastDay)
  const [month, setMonth] = useState(
    () => value?.slice(0, 7) ?? fullestMonth(days.filter((day) => !isDisabled(day))) ?? firstDay.slice(0, 7),
  )
  const [shown, setShown] = useState(value)
  // Shows the month of a day that was selected elsewhere.
  if (shown !== value) {
    setShown(value)
    if (value !== null && !isOnPage(value, month)) setMonth(value.slice(0, 7))
  }
  const entry = value ?? days.find((day) => day.startsWith(month) && !isDisabled(day)) ?? firstDay
  return (
    <NoteOfDay value={noteOf}>
      {/* The picker's own element has no role, so it cannot have an accessible name. */}
      <fieldset aria-label={label} className="min-w-0">
        <DayPicker
          mode="single"
          required
          selected={value ? dateOfDay(value) : undefined}
          onSelect={(date) => {
            const day = dayOfDate(date)
            if (!isDisabled(day)) onChange(day)
          }}
          // Tab enters the grid at its "today", and disabled days would be no stop for the arrow keys.
          today={dateOfDay(entry)}
          modifiers={{ off: (date) => isDisabled(dayOfDate(date)) }}
          startMonth={dateOfDay(firstDay)}
          endMonth={dateOfDay(lastDay)}
          // Days of adjacent months fill the page, so that a window across two months is mostly visible at
          // once.
          showOutsideDays
          month={dateOfDay(`${month}-01`)}
          onMonthChange={(date) => setMonth(dayOfDate(date).slice(0, 7))}
          classNames={{
            root: classNames('w-full max-w-[23rem]', className),
            months: 'relative',
            month: 'grid gap-3',
            month_caption: 'flex h-11 items-center px-2',
            caption_label: 'text-lg font-semibold tracking-tight',
            nav: 'absolute top-0 right-0 z-10 flex gap-1',
            button_previous: classNames(round, 'hover:bg-hover aria-disabled:opacity-30'),
            button_next: classNames(round, 'hover:bg-hover aria-disabled:opacity-30'),
            month_grid: 'w-full table-fixed border-collapse',
            weekday: 'h-9 text-xs font-medium text-muted',
            day: 'group p-0.5 text-center',
            day_button: classNames(
              'mx-auto grid aspect-square w-full max-w-12 content-center justify-items-center rounded-control text-ui tabular-nums',
              'border border-transparent transition-colors hover:border-line-strong',
              'group-data-[selected]:border-selected group-data-[selected]:bg-selected group-data-[selected]:font-semibold group-data-[selected]:text-on-selected',
              'aria-disabled:cursor-not-allowed aria-disabled:border-transparent aria-disabled:text-muted aria-disabled:opacity-55',
            ),
          }}
          components={{ Chevron, DayButton: NotedDay }}
        />
      </fieldset>
    </NoteOfDay>
  )
}

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { DayPicker } from 'react-day-picker'
import { classNames } from './class-names.ts'
import { dateOfDay, dayOfDate } from './local-day.ts'

type CalendarProps = {
  /** Days are 'YYYY-MM-DD' in the shop's calendar. */
  value: string | null
  onChange: (day: string) => void
  isDisabled: (day: string) => boolean
  firstDay: string
  lastDay: string
  label?: string
  className?: string
}

function Chevron({ orientation }: { orientation?: 'up' | 'down' | 'left' | 'right' }) {
  const Icon = orientation === 'left' ? ChevronLeft : ChevronRight
  return <Icon className="size-5" aria-hidden="true" />
}

/** One date out of a month. Arrow keys move by day and week, Page Up and Page Down by month. */
export function Calendar(props: CalendarProps) {
  const { value, onChange, isDisabled, firstDay, lastDay, label = 'Choose a date', className } = props
  const round = 'grid size-11 place-items-center rounded-full'
  return (
    <DayPicker
      mode="single"
      required
      aria-label={label}
      selected={value ? dateOfDay(value) : undefined}
      onSelect={(date) => onChange(dayOfDate(date))}
      disabled={(date) => isDisabled(dayOfDate(date))}
      startMonth={dateOfDay(firstDay)}
      endMonth={dateOfDay(lastDay)}
      defaultMonth={dateOfDay(value ?? firstDay)}
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
          'mx-auto grid aspect-square w-full max-w-12 place-items-center rounded-full text-ui tabular-nums',
          'border border-transparent transition-colors hover:border-line-strong',
          'group-data-[selected]:border-primary group-data-[selected]:bg-primary group-data-[selected]:font-semibold group-data-[selected]:text-on-primary',
          'group-data-[disabled]:pointer-events-none group-data-[disabled]:font-normal',
        ),
        disabled: 'text-muted line-through decoration-line-strong decoration-1 opacity-60',
        today: 'font-semibold text-ember',
        outside: 'invisible',
      }}
      components={{
        Chevron,
      }}
    />
  )
}

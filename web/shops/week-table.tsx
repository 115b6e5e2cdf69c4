import { useId } from 'react'
import { Copy } from 'lucide-react'
import { weekdays } from '../../contract/shops/business-hours.ts'
import type { FieldErrors } from '../identity/form-errors.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { controlClass, ErrorSpeaker } from '../ui/field.tsx'
import { Switch } from '../ui/switch.tsx'
import { dayOffer, type Offer } from './day-offer.ts'
import { useCatalog } from './use-catalog.ts'
import { changeDay, copyToOpenDays, type DayHours, type Week, type Weekday } from './week.ts'

type WeekTableProps = {
  week: Week
  /** `field` is the path of the edited field. */
  onChange: (week: Week, field: string) => void
  /** By path: 'businessHours.Monday.close'. */
  errors: FieldErrors
}

const columns = [
  { name: 'Day', width: 'w-32' },
  { name: 'Status', width: 'w-36' },
  { name: 'Opening Hour', width: '' },
  { name: 'Closing Hour', width: '' },
]

/** A shop's week. On a phone each day is a block of two lines. */
export function WeekTable({ week, onChange, errors }: WeekTableProps) {
  const packages = useCatalog()
  return (
    <div className="grid gap-4">
      <table className="w-full max-sm:grid max-sm:gap-3 sm:table-fixed">
        <caption className="sr-only">Business Hours</caption>
        <thead className="max-sm:sr-only">
          <tr className="text-left text-sm text-muted">
            {columns.map(({ name, width }) => (
              <th key={name} scope="col" className={classNames('pr-3 pb-2 font-medium last:pr-0', width)}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {weekdays.map((weekday) => (
          <DayRow
            key={weekday}
            weekday={weekday}
            day={week[weekday]}
            offer={dayOffer(weekday, week[weekday], packages)}
            onChange={(parts) => onChange(changeDay(week, weekday, parts), `businessHours.${weekday}`)}
            errors={errors}
          />
        ))}
      </table>
      <div>
        <Button
          variant="secondary"
          size="small"
          disabled={!week.Monday.isOpen}
          onClick={() => onChange(copyToOpenDays(week, 'Monday'), 'businessHours')}
        >
          <Copy className="size-4" aria-hidden="true" />
          Copy Monday to all open days
        </Button>
      </div>
    </div>
  )
}

type DayRowProps = {
  weekday: Weekday
  day: DayHours
  /** The starts that customers can book. */
  offer: Offer | null
  onChange: (parts: Partial<DayHours>) => void
  errors: FieldErrors
}

function DayRow({ weekday, day, offer, onChange, errors }: DayRowProps) {
  const path = `businessHours.${weekday}`
  return (
    <tbody className="max-sm:block max-sm:rounded-control max-sm:border max-sm:border-line max-sm:p-3">
      <tr className="max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-3 max-sm:gap-y-2 sm:align-top">
        <th scope="row" className="pr-3 text-left font-medium sm:py-3.5 max-sm:self-center">
          {weekday}
        </th>
        <td className="pr-3 max-sm:justify-self-end max-sm:pr-0 sm:py-2.5">
          <Switch
            label={
              <>
                <span className="sr-only">{weekday}: </span>
                <span className="inline-block min-w-14">{day.isOpen ? 'Open' : 'Closed'}</span>
              </>
            }
            checked={day.isOpen}
            onChange={(isOpen) => onChange({ isOpen })}
          />
        </td>
        <TimeCell
          label="Opening Hour"
          weekday={weekday}
          path={`${path}.open`}
          value={day.open}
          disabled={!day.isOpen}
          error={errors[`${path}.open`]}
          onChange={(open) => onChange({ open })}
        />
        <TimeCell
          label="Closing Hour"
          weekday={weekday}
          path={`${path}.close`}
          value={day.close}
          disabled={!day.isOpen}
          error={errors[`${path}.close`]}
          onChange={(close) => onChange({ close })}
        />
      </tr>
      <tr className="max-sm:block">
        <td colSpan={columns.length} className="max-sm:block sm:pb-2">
          <output
            aria-label={`${weekday} bookings`}
            className={classNames(
              'block text-sm empty:hidden max-sm:mt-2.5',
              offer?.isWarning ? 'font-medium text-warn' : 'text-muted',
            )}
          >
            {offer?.text}
          </output>
        </td>
      </tr>
    </tbody>
  )
}

type TimeCellProps = {
  label: string
  weekday: Weekday
  path: string
  value: string
  disabled: boolean
  error: string | undefined
  onChange: (time: string) => void
}

function TimeCell({ label, weekday, path, value, disabled, error, onChange }: TimeCellProps) {
  const errorId = useId()
  return (
    <td className="min-w-0 align-top sm:py-1 sm:pr-3 sm:last:pr-0">
      <span aria-hidden="true" className="mb-1 block text-xs text-muted sm:hidden">
        {label}
      </span>
      <input
        type="time"
        name={path}
        aria-label={`${weekday} ${label}`}
        value={value}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={classNames(controlClass, 'min-w-0 tabular-nums')}
      />
      <ErrorSpeaker>
        {error && (
          <p id={errorId} className="mt-1 text-sm font-medium text-bad">
            {error}
          </p>
        )}
      </ErrorSpeaker>
    </td>
  )
}

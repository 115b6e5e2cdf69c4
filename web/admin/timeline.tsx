import { CalendarCheck2, CircleDollarSign, Mail, TriangleAlert } from 'lucide-react'
import type { TimelineEntry } from '../../contract/admin/admin.ts'
import { classNames } from '../ui/class-names.ts'
import { formatAppointmentDate } from './admin-words.ts'

const looks = {
  appointment: { Icon: CalendarCheck2, look: 'bg-info-soft text-info' },
  money: { Icon: CircleDollarSign, look: 'bg-good-soft text-good' },
  mail: { Icon: Mail, look: 'bg-hover text-muted' },
  problem: { Icon: TriangleAlert, look: 'bg-warn-soft text-warn' },
}

type TimelineProps = { entries: readonly TimelineEntry[]; timeZone: string }

/** The history of an appointment, newest last, in the shop's time zone. */
export function Timeline({ entries, timeZone }: TimelineProps) {
  if (entries.length === 0) return <p className="text-muted">Nothing has happened yet.</p>
  return (
    <ol className="grid">
      {entries.map((entry, index) => {
        const { Icon, look } = looks[entry.kind]
        const isLast = index === entries.length - 1
        return (
          // Two events may share a timestamp, and the list only grows at its end.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="relative flex gap-3.5 pb-5 last:pb-0">
            {!isLast && (
              <span
                aria-hidden="true"
                className="absolute top-9 bottom-0 left-4 w-px -translate-x-1/2 bg-line"
              />
            )}
            <span
              aria-hidden="true"
              className={classNames('grid size-8 shrink-0 place-items-center rounded-full', look)}
            >
              <Icon className="size-4" />
            </span>
            <div className="min-w-0 flex-1 pt-1 text-ui wrap-anywhere">
              <p className="font-medium">{entry.title}</p>
              {entry.detail !== null && <p className="text-muted">{entry.detail}</p>}
              <p className="mt-0.5 text-sm text-muted">
                <time dateTime={entry.at}>{formatAppointmentDate(entry.at, timeZone)}</time>
                {entry.by && (
                  <>
                    {' '}
                    · by <bdi>{entry.by.name}</bdi>
                    {entry.by.role !== null && ` (${entry.by.role})`}
                  </>
                )}
              </p>
            </div>
          </li>
        )
      })}
    </ol>
  )
}

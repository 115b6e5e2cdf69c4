import { useId } from 'react'
import type { ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'
import { Card } from '../ui/card.tsx'
import { classNames } from '../ui/class-names.ts'

export type FigureTable = { columns: readonly string[]; rows: readonly (readonly string[])[] }

type FigureProps = {
  /** The finding in words. */
  finding: string
  /** The subject, and how it was counted. */
  note: string
  legend?: readonly { label: string; color: string }[]
  table: FigureTable
  children: ReactNode
}

/** One figure: its finding in words, the chart, and the same data as a table. */
export function Figure({ finding, note, legend, table, children }: FigureProps) {
  const id = useId()
  return (
    <Card className="flex min-w-0">
      {/* Beside a taller figure the chart fills the remaining height. */}
      <section aria-labelledby={id} className="flex min-w-0 flex-1 flex-col gap-4">
        <div>
          <h3 id={id} className="text-lg leading-snug font-semibold">
            {finding}
          </h3>
          <p className="mt-1 text-sm text-muted">{note}</p>
        </div>
        {legend && (
          <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {legend.map(({ label, color }) => (
              <li key={label} className="flex items-center gap-2">
                <span
                  aria-hidden="true"
                  className="size-3 rounded-[0.2rem] forced-color-adjust-none"
                  style={{ backgroundColor: `var(${color})` }}
                />
                {label}
              </li>
            ))}
          </ul>
        )}
        {children}
        <AsTable {...table} caption={finding} />
      </section>
    </Card>
  )
}

function AsTable({ columns, rows, caption }: FigureTable & { caption: string }) {
  return (
    <details className="group text-sm">
      <summary className="-ml-1 inline-flex min-h-10 cursor-pointer list-none items-center gap-1.5 rounded-control pr-3 font-medium text-link select-none">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        Show as table
      </summary>
      <table className="mt-2 w-full border-collapse tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th
                key={column}
                scope="col"
                className={classNames(
                  'border-b border-line-strong py-2 align-bottom font-medium text-muted',
                  index === 0 ? 'pr-3 text-left' : 'pl-3 text-right',
                )}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...values]) => (
            <tr key={name} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                {name}
              </th>
              {values.map((value, index) => (
                <td key={columns[index + 1]} className="py-1.5 pl-3 text-right">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type TableColumn = {
  name: string
  /** What stands in the head instead of the bare name, such as a button that sorts. */
  head?: ReactNode
  sorted?: 'ascending' | 'descending'
  className?: string
}

type TableProps = {
  caption: string
  columns: readonly TableColumn[]
  /** Below this width the head is left out for the eye, and each row is laid out by itself as a block. */
  stacks?: 'sm' | 'lg'
  className?: string
  bodyClassName?: string
  /** The rows. */
  children: ReactNode
}

const stacked = {
  sm: { table: 'max-sm:block', head: 'max-sm:sr-only', body: 'max-sm:grid' },
  lg: { table: 'max-lg:block', head: 'max-lg:sr-only', body: 'max-lg:grid' },
}

/** The frame of a table: its name for screen readers, its head, and how it gives way to blocks where there is no room. */
export function Table({ caption, columns, stacks, className, bodyClassName, children }: TableProps) {
  const look = stacks && stacked[stacks]
  return (
    <table className={classNames('w-full border-collapse text-left text-ui', look?.table, className)}>
      <caption className="sr-only">{caption}</caption>
      <thead className={look?.head}>
        <tr className="border-b border-line text-sm text-muted">
          {columns.map(({ name, head, sorted, className: ofColumn }) => (
            <th key={name} scope="col" aria-sort={sorted} className={classNames('font-medium', ofColumn)}>
              {head ?? name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={classNames(look?.body, bodyClassName)}>{children}</tbody>
    </table>
  )
}

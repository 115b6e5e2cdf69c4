import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type TableColumn = {
  name: string
  /** Content of the heading in place of its name, such as a sort button. */
  head?: ReactNode
  sorted?: 'ascending' | 'descending'
  className?: string
}

type TableProps = {
  caption: string
  columns: readonly TableColumn[]
  /** Below this width the head is visually hidden and each row becomes a block. */
  stacks?: 'sm' | 'lg'
  className?: string
  bodyClassName?: string
  children: ReactNode
}

const stacked = {
  sm: { table: 'max-sm:block', head: 'max-sm:sr-only', body: 'max-sm:grid' },
  lg: { table: 'max-lg:block', head: 'max-lg:sr-only', body: 'max-lg:grid' },
}

/** A table with its accessible name, its head, and a block layout for narrow windows. */
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

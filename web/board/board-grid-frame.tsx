import type { KeyboardEventHandler, ReactNode } from 'react'
import { useIsDragging } from './drag/board-drag.tsx'

/**
 * Hatching of closed hours and days. With forced colors it uses system colors, because background images are
 * removed there.
 */
export const closedLook =
  'absolute inset-x-0 bg-sunken bg-[repeating-linear-gradient(135deg,var(--line)_0_1px,transparent_1px_7px)] forced-colors:[--line:GrayText] forced-colors:[--sunken:Canvas] forced-colors:forced-color-adjust-none'

type GridFrameProps = {
  label: string
  onKeyDown: KeyboardEventHandler
  /** Minimum width in rem; a narrower window scrolls. */
  minWidth: number
  /** Heading of the first column. */
  corner: string
  /** Headings of the other columns. */
  heads: ReactNode
  children: ReactNode
}

/** A grid with keyboard navigation. Its first column is sticky. */
export function GridFrame({ label, onKeyDown, minWidth, corner, heads, children }: GridFrameProps) {
  // The arrow keys belong to a job that was picked up.
  const isDragging = useIsDragging()
  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the grid pattern: a table whose cells take the focus
      role="grid"
      aria-label={label}
      onKeyDown={isDragging ? undefined : onKeyDown}
      className="w-full table-fixed border-separate border-spacing-0 text-sm"
      style={{ minWidth: `${minWidth}rem` }}
    >
      <thead>
        <tr>
          <th
            scope="col"
            className="sticky left-0 z-20 w-20 border-b border-line bg-surface px-3 py-2.5 text-left align-top font-medium text-muted"
          >
            {corner}
          </th>
          {heads}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

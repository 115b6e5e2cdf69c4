import type { KeyboardEventHandler, ReactNode } from 'react'

/** The hatching of hours and days on which the shop is closed, in the system's own colors too, which leave no picture otherwise. */
export const closedLook =
  'absolute inset-x-0 bg-sunken bg-[repeating-linear-gradient(135deg,var(--line)_0_1px,transparent_1px_7px)] forced-colors:[--line:GrayText] forced-colors:[--sunken:Canvas] forced-colors:forced-color-adjust-none'

type GridFrameProps = {
  label: string
  onKeyDown: KeyboardEventHandler
  /** In rem; narrower than that it scrolls. */
  minWidth: number
  /** What the first column holds. */
  corner: string
  /** The other columns' heads. */
  heads: ReactNode
  /** The rows. */
  children: ReactNode
}

/** A grid for the keys. Its first column stays in sight when it scrolls. */
export function GridFrame({ label, onKeyDown, minWidth, corner, heads, children }: GridFrameProps) {
  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the grid pattern: a table whose cells take the focus
      role="grid"
      aria-label={label}
      onKeyDown={onKeyDown}
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

import { useEffect, useRef, useState, type MouseEvent } from 'react'
import type { Board } from '../../contract/admin/board.ts'
import { useMay } from '../identity/standing.ts'
import { openBlock } from './block-store.ts'

type Drawn = { column: number; from: number; to: number }

/** Minutes of a row of the day. */
const rowMinutes = 60

/**
 * Draws a block over free hours of one bay: a press in one, a release in another. A press and release in one
 * hour is a click.
 */
export function useDrawnBlock(board: Board, day: string) {
  const mayChange = useMay('block.change')
  const [drawn, setDrawn] = useState<Drawn | null>(null)
  const begun = useRef<{ column: number; top: number } | null>(null)
  useEffect(() => {
    // A release outside of the hours draws nothing.
    const end = () => {
      begun.current = null
      setDrawn(null)
    }
    document.addEventListener('mouseup', end)
    return () => document.removeEventListener('mouseup', end)
  }, [])
  const rangeTo = (column: number, top: number): Drawn | null => {
    const start = begun.current
    if (!start || start.column !== column || start.top === top) return null
    return {
      column,
      from: Math.min(start.top, top),
      to: Math.max(start.top, top) + rowMinutes,
    }
  }
  return {
    of: (column: number, top: number) => ({
      isDrawn: drawn?.column === column && top >= drawn.from && top < drawn.to,
      handlers: mayChange
        ? {
            onMouseDown: (event: MouseEvent) => {
              if (event.button === 0) begun.current = { column, top }
            },
            onMouseEnter: () => setDrawn(rangeTo(column, top)),
            onMouseUp: () => {
              const range = rangeTo(column, top)
              const bay = board.bays[column]
              if (!range || !bay?.inUse) return
              openBlock({
                kind: 'new',
                shopId: board.shopId,
                drawn: { day, startMinutes: range.from, endMinutes: range.to, bayId: bay.id },
              })
            },
          }
        : {},
    }),
  }
}

import { useLayoutEffect, useState, type RefObject } from 'react'

type Row = { id: string }
type Held<One> = { rows: readonly One[]; place: string; at: number }

/** Whether two lists have the same rows in the same order. */
function isSameOrder(one: readonly Row[], other: readonly Row[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => other[index]?.id === id)
}

/** The rows in their former places, each as it is now. A row that is gone keeps its place until then. */
export function keepPlaces<One extends Row>(shown: readonly One[], fresh: readonly One[]): One[] {
  const byId = new Map(fresh.map((row) => [row.id, row]))
  return shown.map((row) => byId.get(row.id) ?? row)
}

/** Pixels that count as the top of the page. */
const topPx = 8

/** Whether a user is at the list: the pointer or the focus is in it, or it is scrolled to. */
function isTouched(list: HTMLElement | null): boolean {
  if (list === null) return false
  return window.scrollY > topPx || list.matches(':hover') || list.contains(document.activeElement)
}

/**
 * Keeps the rows of a list in their places while a user is at it and a refetch that no user asked for brings
 * others. Changes within rows appear at once; new rows, removed rows and another order wait for `show`.
 * `place` names the filters and pages: another place shows its rows at once.
 */
export function useHeldRows<One extends Row>(
  list: RefObject<HTMLElement | null>,
  fresh: readonly One[],
  { place, isQuiet }: { place: string; isQuiet: boolean },
) {
  const [held, setHeld] = useState<Held<One>>(() => ({ rows: fresh, place, at: Date.now() }))
  const show = () => setHeld({ rows: fresh, place, at: Date.now() })
  const isHolding = held.place === place && !isSameOrder(held.rows, fresh)
  // Before paint: a decision to show the fresh rows replaces the ones of this render.
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- pointer, focus and scroll are known to the page alone
    setHeld((before) => {
      const holds =
        isQuiet && before.place === place && !isSameOrder(before.rows, fresh) && isTouched(list.current)
      return holds ? before : { rows: fresh, place, at: Date.now() }
    })
  }, [list, fresh, place, isQuiet])
  const known = new Set(held.rows.map(({ id }) => id))
  const present = new Set(fresh.map(({ id }) => id))
  return {
    rows: isHolding ? keepPlaces(held.rows, fresh) : fresh,
    /** Whether a shown row has left the list; what it says may be out of date. */
    isGone: (id: string) => isHolding && !present.has(id),
    /** The rows that wait, and since when; null while none does. */
    waiting: isHolding ? { count: fresh.filter(({ id }) => !known.has(id)).length, since: held.at } : null,
    show,
  }
}

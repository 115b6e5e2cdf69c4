import { Fragment, useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import type { ChosenVehicle } from '../../../contract/fitment/match-vin.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Stop } from '../../ui/grid-navigation.ts'
import { useRovingTabindex } from '../../ui/use-roving-tabindex.ts'
import { useScrollEdges } from '../../ui/use-scroll-edges.ts'
import { cellLooks } from './cell-look.ts'
import type { CellKind, MatrixCar, MatrixRow } from './fitment-matrix.ts'
import { fitmentPath } from './fitment-params.ts'

type MatrixTableProps = {
  rows: readonly MatrixRow[]
  years: readonly number[]
  packageId: number
  packageName: string
  shown: CellKind | null
  /** The car that was open before: its cell gets the focus back. */
  last: ChosenVehicle | null
  onPackage: (step: -1 | 1) => void
}

/** Make and model by year, colored by outcome. Arrow keys move; Page Up and Page Down change the package. */
export function MatrixTable({
  rows,
  years,
  packageId,
  packageName,
  shown,
  last,
  onPackage,
}: MatrixTableProps) {
  const stops = useMemo(
    () => rows.flatMap((_, row) => years.map((_, column): Stop => ({ column, row, rows: 1, order: 0 }))),
    [rows, years],
  )
  const lastRow = last ? rows.findIndex(({ make, model }) => make === last.make && model === last.model) : -1
  const lastColumn = last ? years.indexOf(last.year) : -1
  const isBack = lastRow >= 0 && lastColumn >= 0
  const focus = useRovingTabindex<HTMLTableElement>({
    stops,
    first: isBack ? { column: lastColumn, row: lastRow, rows: 1, order: 0 } : undefined,
    onPage: onPackage,
  })
  const { holder } = focus
  useEffect(() => {
    if (isBack)
      holder.current?.querySelector<HTMLElement>(`[data-stop="${lastColumn}-${lastRow}-0"]`)?.focus()
  }, [holder, isBack, lastColumn, lastRow])
  const { holder: scroller, onScroll, after } = useScrollEdges<HTMLDivElement>()
  return (
    <div className="relative">
      <div
        ref={scroller}
        onScroll={onScroll}
        className="overflow-x-auto overscroll-x-contain rounded-card border border-line bg-surface p-3 shadow-lift sm:p-4"
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between its links */}
        <table
          ref={holder}
          onKeyDown={focus.onKeyDown}
          className="w-full border-separate border-spacing-0 text-sm tabular-nums"
        >
          <caption className="sr-only">
            {`${packageName}: outcome for each car before any question. Arrow keys move between cars.`}
          </caption>
          <thead>
            <tr>
              <th scope="col" className="sticky left-0 z-10 bg-surface text-left">
                <span className="sr-only">Model</span>
              </th>
              {years.map((year) => (
                <th key={year} scope="col" className="px-0.5 pb-1 text-fine font-medium text-muted">
                  {year}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <Fragment key={`${row.make} ${row.model}`}>
                {rows[index - 1]?.make !== row.make && (
                  <tr>
                    <th
                      scope="rowgroup"
                      colSpan={years.length + 1}
                      className={classNames('text-left', index > 0 && 'pt-4')}
                    >
                      <span className="sticky left-0 pr-3 text-base font-semibold">{row.make}</span>
                    </th>
                  </tr>
                )}
                <tr>
                  <th
                    scope="row"
                    className="sticky left-0 z-10 bg-surface pr-3 text-left font-normal whitespace-nowrap text-muted"
                  >
                    {row.model}
                  </th>
                  {row.cars.map((car, column) => (
                    <td key={car.year} className="p-0.5">
                      <Cell
                        car={car}
                        packageId={packageId}
                        isFaded={shown !== null && car.kinds.get(packageId) !== shown}
                        stop={focus.of({ column, row: index, rows: 1, order: 0 })}
                      />
                    </td>
                  ))}
                </tr>
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      {after && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-px right-px w-8 rounded-r-card bg-linear-to-l from-surface to-transparent"
        />
      )}
    </div>
  )
}

type CellProps = {
  car: MatrixCar
  packageId: number
  isFaded: boolean
  stop: { 'data-stop': string; tabIndex: number; onFocus: () => void }
}

function Cell({ car, packageId, isFaded, stop }: CellProps) {
  const { make, model, year, kinds, isChecked } = car
  const { mark, words, look } = cellLooks[kinds.get(packageId) ?? 'no_data']
  return (
    <Link
      {...stop}
      href={fitmentPath({ packageId, car: { make, model, year } })}
      title={`${year} ${make} ${model}: ${words}${isChecked ? ', checked by a fitter' : ''}`}
      className={classNames(
        'relative grid h-9 min-w-10 place-items-center rounded-mark text-sm font-semibold transition-[opacity,filter] hover:brightness-95 focus-visible:z-10 focus-visible:outline-offset-1',
        look,
        isFaded && 'opacity-20',
      )}
    >
      <span aria-hidden="true">{mark}</span>
      <span className="sr-only">
        {`${year} ${make} ${model}: ${words}${isChecked ? ', checked by a fitter' : ''}`}
      </span>
      {isChecked && (
        <span aria-hidden="true" className="absolute top-1 right-1 size-1.5 rounded-full bg-current" />
      )}
    </Link>
  )
}

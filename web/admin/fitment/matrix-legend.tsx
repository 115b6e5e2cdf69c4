import { classNames } from '../../ui/class-names.ts'
import { cellLooks } from './cell-look.ts'
import { cellKinds, type CellKind } from './fitment-matrix.ts'

type LegendProps = {
  counts: ReadonlyMap<CellKind, number>
  shown: CellKind | null
  onShow: (kind: CellKind | null) => void
}

/** The kinds of cells with their numbers. A pressed one leaves its cells alone in full color. */
export function MatrixLegend({ counts, shown, onShow }: LegendProps) {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const present = cellKinds.filter((kind) => (counts.get(kind) ?? 0) > 0)
  return (
    <div className="grid gap-3">
      <div aria-hidden="true" className="flex h-2.5 gap-0.5 overflow-hidden rounded-full">
        {present.map((kind) => (
          <span
            key={kind}
            style={{ flexGrow: counts.get(kind) }}
            className={classNames(cellLooks[kind].look, shown !== null && shown !== kind && 'opacity-25')}
          />
        ))}
      </div>
      <ul aria-label={`Legend: ${total} cars`} className="flex flex-wrap gap-1.5">
        {cellKinds.map((kind) => {
          const { mark, words, look } = cellLooks[kind]
          const count = counts.get(kind) ?? 0
          return (
            <li key={kind}>
              <button
                type="button"
                aria-pressed={shown === kind}
                disabled={count === 0 && shown !== kind}
                onClick={() => onShow(shown === kind ? null : kind)}
                className="flex min-h-10 items-center gap-2 rounded-control border border-line bg-surface py-1 pr-3 pl-1.5 text-sm transition-colors hover:bg-hover disabled:pointer-events-none disabled:opacity-55 aria-pressed:border-ember aria-pressed:bg-hover"
              >
                <span
                  aria-hidden="true"
                  className={classNames(
                    'grid size-7 place-items-center rounded-mark text-fine font-semibold',
                    look,
                  )}
                >
                  {mark}
                </span>
                <span>{words}</span>
                <span className="font-semibold tabular-nums">{count}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

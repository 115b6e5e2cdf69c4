import { CalendarX2 } from 'lucide-react'
import { useSearch } from 'wouter'
import { boardParamsOf } from '../board/board-params.ts'
import { useMay } from '../identity/standing.ts'
import { Button } from '../ui/button.tsx'
import { useStore } from '../ui/external-store.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { closeBlock, openBlock, openBlockStore } from './block-store.ts'

const NewBlock = lazyComponent(
  () => import('./new-block.tsx').then((module) => module.NewBlock),
  () => null,
)
const ShownBlock = lazyComponent(
  () => import('./shown-block.tsx').then((module) => module.ShownBlock),
  () => null,
)

/** The button that blocks time, and the open dialog of a block. */
export function Blocks({ shopId }: { shopId: number }) {
  const mayChange = useMay('block.change')
  const open = useStore(openBlockStore)
  const shownDay = boardParamsOf(useSearch()).day
  return (
    <>
      {mayChange && (
        <Button
          variant="secondary"
          size="small"
          onClick={() => openBlock({ kind: 'new', shopId, drawn: null, shownDay })}
        >
          <CalendarX2 className="size-4" aria-hidden="true" />
          Block time
        </Button>
      )}
      {open?.kind === 'new' && <NewBlock key={JSON.stringify(open.drawn)} {...open} onClose={closeBlock} />}
      {open?.kind === 'shown' && <ShownBlock {...open} onClose={closeBlock} />}
    </>
  )
}

import { classNames } from '../ui/class-names.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

/** The drawings' place, so that nothing moves when they load. */
function EmptyPicture() {
  return <span className="block aspect-[140/96] w-full" />
}

const DrawingOf = lazyComponent(
  () =>
    import('./drawings.tsx').then(
      ({ drawings }) =>
        function DrawingOf({ name }: { name: string }) {
          const Found = drawings[name]
          return Found ? <Found /> : <EmptyPicture />
        },
    ),
  EmptyPicture,
)

/** Loads the drawings before a question shows them. */
export function preloadDrawings(): void {
  void DrawingOf.preload()
}

/** The drawing of an answer. Its meaning is the answer's text beside it. */
export function AnswerPicture({ name, className }: { name: string; className?: string }) {
  return (
    <span className={classNames('block w-full max-w-35', className)}>
      <DrawingOf name={name} />
    </span>
  )
}

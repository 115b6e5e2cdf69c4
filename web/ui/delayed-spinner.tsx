import { Spinner } from './spinner.tsx'
import { useDelayed } from './use-delayed.ts'

/** A spinner that appears after a second, over the skeleton in a `relative` box, so that nothing moves. */
export function DelayedSpinner({ children }: { children: string }) {
  const isLate = useDelayed(true, 1000)
  return (
    <output className="pointer-events-none absolute inset-0 grid content-start justify-items-center px-4 pt-10">
      {isLate && (
        <span className="flex animate-fade items-center gap-3 rounded-control border border-line bg-surface px-4 py-2.5 text-ui shadow-lift">
          <Spinner />
          {children}
        </span>
      )}
    </output>
  )
}

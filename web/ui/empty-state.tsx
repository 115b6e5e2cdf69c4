import type { ReactNode } from 'react'

type EmptyStateProps = { icon?: ReactNode; title: ReactNode; children?: ReactNode }

/** An empty list: says so and offers the next action. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-5 rounded-card border border-dashed border-line-strong/60 px-6 py-16 text-center">
      {icon && (
        <div
          aria-hidden="true"
          className="grid size-16 place-items-center rounded-full bg-hover text-ember [&>svg]:size-7"
        >
          {icon}
        </div>
      )}
      <p className="max-w-md text-lg text-balance">{title}</p>
      {children}
    </div>
  )
}

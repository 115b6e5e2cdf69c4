import type { ReactNode } from 'react'
import { useMainHeading } from '../layout/page.tsx'

type WorkspacePageProps = {
  title: string
  /** The view of this page, where one title has several: another view starts at the heading again. */
  place?: string
  /** Beside the heading. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of the workspace: a heading in one line with its actions, and the content below. */
export function WorkspacePage({ title, place, actions, children }: WorkspacePageProps) {
  const heading = useMainHeading(title, place)
  return (
    <div className="px-4 pt-4 pb-10 lg:px-6">
      <div className="mb-3 flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="text-xl leading-tight font-semibold sm:text-2xl">
          {title}
        </h1>
        {/* The mark of live updates keeps its width; here it stands at the end of it, beside the others. */}
        {actions && (
          <div className="flex flex-wrap items-center gap-2 max-sm:grow sm:ml-auto sm:gap-3 sm:[&>output]:justify-end [&>output:only-child]:justify-end">
            {actions}
          </div>
        )}
      </div>
      {children}
    </div>
  )
}

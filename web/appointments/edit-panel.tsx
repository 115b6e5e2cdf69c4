import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { startAt } from '../ui/move-focus.ts'

type EditPanelProps = {
  title: string
  /** Of the heading. */
  level?: 3 | 4
  children: ReactNode
}

/** The part of a card that changes its appointment. Focuses its heading when it opens. */
export function EditPanel({ title, level = 4, children }: EditPanelProps) {
  const Heading = `h${level}` as const
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => startAt(heading.current), [])
  return (
    <section aria-labelledby={id} className="mt-6 border-t border-line pt-6">
      <Heading id={id} ref={heading} tabIndex={-1} className="mb-5 scroll-mt-6 text-lg font-semibold">
        {title}
      </Heading>
      {children}
    </section>
  )
}

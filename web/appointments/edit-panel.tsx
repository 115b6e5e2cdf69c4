import { useEffect, useId, useRef } from 'react'
import type { ReactNode } from 'react'
import { startAt } from '../ui/move-focus.ts'

/** The part of a card that changes its appointment. Focuses its heading when it opens. */
export function EditPanel({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => startAt(heading.current), [])
  return (
    <section aria-labelledby={id} className="mt-6 border-t border-line pt-6">
      <h4 id={id} ref={heading} tabIndex={-1} className="mb-5 scroll-mt-6 text-lg font-semibold">
        {title}
      </h4>
      {children}
    </section>
  )
}

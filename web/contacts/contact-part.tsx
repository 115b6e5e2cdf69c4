import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'

/** A part of the page, with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h3 className="text-lg font-semibold">{title}</h3>
        {children}
      </section>
    </Card>
  )
}

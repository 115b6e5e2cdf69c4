import type { ReactNode } from 'react'
import { ChevronDown } from 'lucide-react'

type PartProps = { title: string; count?: string | number; isOpen?: boolean; children: ReactNode }

/** A folded part of a work order, with the count of its entries beside its title. */
export function Part({ title, count = 0, isOpen = false, children }: PartProps) {
  return (
    <details open={isOpen} className="group rounded-control border border-line px-4">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 font-medium [&::-webkit-details-marker]:hidden">
        {title}
        {count !== 0 && <span className="text-sm font-normal text-muted tabular-nums">{count}</span>}
        <ChevronDown
          className="ml-auto size-5 text-muted transition-transform group-open:rotate-180"
          aria-hidden="true"
        />
      </summary>
      <div className="pt-1 pb-4">{children}</div>
    </details>
  )
}

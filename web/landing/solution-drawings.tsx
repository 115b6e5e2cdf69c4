import type { ReactNode } from 'react'

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 160 80"
      aria-hidden="true"
      fill="none"
      stroke="var(--line-strong)"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-12 w-24 max-w-full shrink-0 md:h-24 md:w-48"
    >
      {children}
    </svg>
  )
}

/** A dial over a stitched seam. */
export function GaugeDrawing() {
  return (
    <Drawing>
      <path d="M30 66a42 42 0 0 1 84 0" />
      <path d="M72 24a42 42 0 0 1 36.4 21" stroke="var(--ember)" strokeWidth="4" />
      <path d="M72 66 97 41" stroke="var(--ember)" />
      <circle cx="72" cy="66" r="4" fill="var(--ink)" stroke="none" />
      <path d="M40 66h5M45 43l4 3M72 34v5M99 66h5" strokeWidth="2" />
      <path d="M4 76h152" strokeDasharray="6 6" strokeWidth="2" />
    </Drawing>
  )
}

/** The front of a car with its lights on. */
export function GrilleDrawing() {
  return (
    <Drawing>
      <path d="M40 34 50 14a8 8 0 0 1 7-4h46a8 8 0 0 1 7 4l10 20" />
      <path d="M34 36h92c8 4 12 12 12 22v12H22V58c0-10 4-18 12-22Z" />
      <path d="M64 48h32l-5 14H69Z" />
      <path d="M73 48v14M80 48v14M87 48v14" strokeWidth="2" />
      <path d="M32 47c6-2 12-1 18 3M128 47c-6-2-12-1-18 3" stroke="var(--ember)" strokeWidth="4" />
      <path d="M4 76h152" strokeDasharray="6 6" strokeWidth="2" />
    </Drawing>
  )
}

/** A phone and a screen that show the same route. */
export function LinkDrawing() {
  return (
    <Drawing>
      <rect x="8" y="14" width="34" height="60" rx="7" />
      <path d="M21 68h8" strokeWidth="2" />
      <rect x="64" y="18" width="90" height="46" rx="8" />
      <path d="M92 74h34" strokeWidth="2" />
      <path d="M25 46V34h55l14 16h22V32h14" stroke="var(--ember)" strokeWidth="4" />
      <circle cx="25" cy="48" r="4.5" fill="var(--ember)" stroke="none" />
      <path d="m128 25 9 7-9 7Z" fill="var(--ember)" stroke="var(--ember)" strokeWidth="2" />
    </Drawing>
  )
}

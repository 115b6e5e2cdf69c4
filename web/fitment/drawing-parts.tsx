import type { ReactNode } from 'react'

/**
 * A line drawing of 140 by 96 units, hidden from screen readers: the text of its answer beside it names it.
 */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 140 96"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-auto w-full"
    >
      {children}
    </svg>
  )
}

/** The car around the part that matters. */
export function Around({ children }: { children: ReactNode }) {
  return (
    <g strokeOpacity="0.42" strokeWidth="1.75">
      {children}
    </g>
  )
}

/** Details on a surface. */
export function Fine({ children }: { children: ReactNode }) {
  return <g strokeWidth="1.5">{children}</g>
}

type GlassProps = { x: number; y: number; width: number; height: number; radius?: number }

/** A screen. */
export function Glass({ x, y, width, height, radius = 3.5 }: GlassProps) {
  return <rect x={x} y={y} width={width} height={height} rx={radius} fill="currentColor" fillOpacity="0.1" />
}

/** A solid part, such as a pointer or the chosen entry of a menu. */
export function Solid({ children }: { children: ReactNode }) {
  return (
    <g fill="currentColor" stroke="none">
      {children}
    </g>
  )
}

/** The top of the dashboard with the two air vents below the screen. */
export function Dashboard({ ventY }: { ventY: number }) {
  return (
    <Around>
      <path d="M4 40C20 30 42 27 70 27s50 3 66 13" />
      <rect x="37" y={ventY} width="30" height="8" rx="2.5" />
      <rect x="73" y={ventY} width="30" height="8" rx="2.5" />
      <path d={`M52 ${ventY + 1}v6M88 ${ventY + 1}v6`} />
    </Around>
  )
}

/** A round controller on the console, seen from the driver's seat. */
export function Knob({ x, y, width = 11 }: { x: number; y: number; width?: number }) {
  const height = width * 0.45
  return (
    <>
      <path
        d={`M${x - width} ${y}v${width * 0.55}a${width} ${height} 0 0 0 ${width * 2} 0v-${width * 0.55}`}
        fill="currentColor"
        fillOpacity="0.1"
      />
      <ellipse cx={x} cy={y} rx={width} ry={height} />
    </>
  )
}

/** The edges of the console between the seats. */
export function Console() {
  return (
    <Around>
      <path d="M46 14 18 94M94 14l28 80M46 14h48" />
    </Around>
  )
}

/** The gear lever at the far end of the console. */
export function GearLever() {
  return (
    <Around>
      <path d="M58 40c2-5 22-5 24 0l3 8H55Z" />
      <path d="M66 36V24a4 5 0 0 1 8 0v12" />
    </Around>
  )
}

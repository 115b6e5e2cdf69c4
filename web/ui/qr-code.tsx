import { encode } from 'uqr'

/** The quiet zone around a code, in modules, as readers require. */
const border = 4

/** A text as a QR code. Dark on light in both color schemes: many readers reject inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border, ecc: 'M' })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 max-w-full rounded-control border border-line bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

import { Around, Drawing, Fine, Glass } from './drawing-parts.tsx'

function RoundVents({ y }: { y: number }) {
  return (
    <Around>
      {[46, 70, 94].map((x) => (
        <g key={x}>
          <circle cx={x} cy={y} r="8.5" />
          <path d={`M${x - 5} ${y}h10M${x} ${y - 5}v10`} />
        </g>
      ))}
    </Around>
  )
}

/** A small screen deep under a hood of the dashboard. */
export function MercedesSmallHood() {
  return (
    <Drawing>
      <Around>
        <path d="M4 38c10-6 20-9 29-10M136 38c-10-6-20-9-29-10" />
        <path d="M36 84h7M48 84h7M60 84h7M72 84h7M84 84h7M96 84h7" strokeWidth="4" />
      </Around>
      <path d="M31 50V27C31 15 46 10 70 10s39 5 39 17v23" />
      <path d="M39 50V30c0-8 11-11 31-11s31 3 31 11v20" strokeOpacity="0.5" />
      <Glass x={49} y={27} width={42} height={23} radius={2} />
      <Fine>
        <path d="M55 34h20M55 39h27M55 44h13" />
      </Fine>
      <path d="M28 50h84" />
      <RoundVents y={65} />
    </Drawing>
  )
}

/** A wide screen under a hood of the dashboard. */
export function MercedesWideHood() {
  return (
    <Drawing>
      <Around>
        <path d="M4 38c3-3 6-5 10-7M136 38c-3-3-6-5-10-7" />
        <path d="M36 84h7M48 84h7M60 84h7M72 84h7M84 84h7M96 84h7" strokeWidth="4" />
      </Around>
      <path d="M13 50V28c0-12 18-18 57-18s57 6 57 18v22" />
      <Glass x={23} y={21} width={94} height={29} radius={2} />
      <Fine>
        <path d="M31 29h26M31 36h36M31 43h20M82 21v29" />
        <path d="m88 45 8-9 6 4 10-11" />
      </Fine>
      <path d="M9 50h122" />
      <RoundVents y={65} />
    </Drawing>
  )
}

/** A tablet that stands on the dashboard, with air all around it. */
export function MercedesTablet() {
  return (
    <Drawing>
      <Around>
        <path d="M4 56c16-5 30-6 46-6h40c16 0 30 1 46 6" />
        <path d="M36 87h7M48 87h7M60 87h7M72 87h7M84 87h7M96 87h7" strokeWidth="4" />
      </Around>
      <path d="M62 51 60 58h20l-2-7" />
      <Glass x={30} y={9} width={80} height={42} radius={5} />
      <Fine>
        <rect x="35" y="14" width="70" height="32" rx="1.5" />
        <path d="M41 22h22M41 29h30M41 36h16" />
        <path d="m78 39 8-8 5 3 8-10" />
      </Fine>
      <RoundVents y={70} />
    </Drawing>
  )
}

/** One wide glass with two screens; or a large upright tablet. */
export function MercedesWideGlass() {
  return (
    <Drawing>
      <Around>
        <path d="M3 62c12-3 26-4 40-4h44" />
        <path d="M98 14v68" strokeDasharray="1 6" />
        <path d="M104 84c4-2 9-3 16-3s11 1 16 3" />
      </Around>
      <Glass x={4} y={20} width={86} height={30} radius={4} />
      <Fine>
        <path d="M47 24v22" />
        <path d="M11 43a8 8 0 0 1 15-4M41 43a8 8 0 0 0-13.5-5" />
        <path d="M54 29h14v14H54zM74 29h9M74 36h9M74 43h6" />
      </Fine>
      <path d="M5 92c0-16 8-27 20-27s20 11 20 27" strokeWidth="4" />
      <Around>
        <circle cx="60" cy="72" r="6" />
        <circle cx="77" cy="72" r="6" />
      </Around>
      <Glass x={106} y={20} width={28} height={56} radius={4} />
      <Fine>
        <path d="M111 28h18M111 34h12M111 62h18M111 68h18" />
        <path d="m111 54 6-7 5 3 7-9" />
      </Fine>
    </Drawing>
  )
}

import { Around, Dashboard, Drawing, Fine, Glass, Knob, Solid } from './drawing-parts.tsx'

/** A radio with two lines of text, and no screen. */
export function BmwNoScreen() {
  return (
    <Drawing>
      <Around>
        <path d="M4 30C20 20 42 16 70 16s50 4 66 14" />
        <rect x="36" y="24" width="31" height="12" rx="3" />
        <rect x="73" y="24" width="31" height="12" rx="3" />
        <path d="M51.5 26v8M88.5 26v8" />
        <path d="M40 92l3-10h54l3 10" />
      </Around>
      <rect x="34" y="42" width="72" height="34" rx="4.5" />
      <Glass x={40} y={47} width={60} height={13} radius={2.5} />
      <Fine>
        <path d="M45 51.5h26M45 56h40" />
        <path d="M41 69h7M53 69h7M65 69h7M77 69h7M89 69h10" strokeWidth="4.5" />
      </Fine>
    </Drawing>
  )
}

/** An almost square screen in the dashboard, with the controller below. */
export function BmwSmallScreen() {
  return (
    <Drawing>
      <Dashboard ventY={60} />
      <path d="M39 54V21c0-7 6-10 31-10s31 3 31 10v33Z" fill="var(--surface)" />
      <Glass x={49} y={18} width={42} height={31} />
      <Fine>
        <path d="M55 26h18M55 33.5h26M55 41h14" />
      </Fine>
      <Knob x={70} y={81} />
    </Drawing>
  )
}

/** A wide screen in the dashboard, with the controller below. */
export function BmwWideScreen() {
  return (
    <Drawing>
      <Dashboard ventY={60} />
      <path d="M12 54c0-30 4-35 12-37 18-4 74-4 92 0 8 2 12 7 12 37Z" fill="var(--surface)" />
      <Glass x={21} y={22} width={98} height={27} />
      <Fine>
        <path d="M80 22v27M29 31h26M29 37.5h36M29 44h20" />
        <path d="m87 44 9-9 6 4 10-11" />
      </Fine>
      <Knob x={70} y={81} />
    </Drawing>
  )
}

/** One curved glass that begins behind the steering wheel. */
export function BmwCurvedScreen() {
  return (
    <Drawing>
      <Around>
        <path d="M58 64c22-4 52-4 78 2" />
        <rect x="78" y="68" width="22" height="7" rx="2.5" />
        <rect x="105" y="69" width="22" height="7" rx="2.5" />
      </Around>
      <path
        d="M5 27c18-5 36-7 55-7 4 0 6 0 10-1 22-4 44-4 64-1 1.5 0 2 1 2 2v34c0 1.5-1 2-2.5 2-20-2-42-2-63 1-4 .5-6 1-10 1-19 0-36 1-54 4-1.5 0-2.5-.5-2.5-2V29c0-1 0-2 1-2Z"
        fill="currentColor"
        fillOpacity="0.1"
      />
      <Fine>
        <path d="M12 50a11 11 0 0 1 19-9M56 48a11 11 0 0 0-19-8" />
        <path d="M78 29h16v18H78zM100 27.5h12v9h-12zM118 27.5h11v9h-11zM100 42h29" />
      </Fine>
      <path d="M6 95c0-19 12-32 29-32s29 13 29 32" strokeWidth="4" />
      <path d="M22 95c1-7 6-11 13-11s12 4 13 11" />
    </Drawing>
  )
}

/** A menu as a list with a round icon before each line. */
export function BmwRoundMenu() {
  return (
    <Drawing>
      <Around>
        <path d="M4 92h132" />
      </Around>
      <rect x="8" y="10" width="124" height="72" rx="8" />
      <Glass x={14} y={16} width={112} height={60} radius={4} />
      <Fine>
        <path d="M18 16c14 16 14 44 0 60" strokeOpacity="0.5" />
        <circle cx="35" cy="24.5" r="4.5" />
        <circle cx="39.5" cy="38.5" r="4.5" />
        <circle cx="39.5" cy="53.5" r="4.5" />
        <circle cx="35" cy="67.5" r="4.5" />
        <path d="M47 24.5h34M52 53.5h40M47 67.5h28" />
      </Fine>
      <Solid>
        <rect x="49" y="34" width="56" height="9" rx="2" />
        <circle cx="39.5" cy="38.5" r="2" />
      </Solid>
    </Drawing>
  )
}

/** A menu of large tiles side by side. */
export function BmwTileMenu() {
  return (
    <Drawing>
      <Around>
        <path d="M4 92h132" />
      </Around>
      <rect x="8" y="10" width="124" height="72" rx="8" />
      <Glass x={14} y={16} width={112} height={60} radius={4} />
      <Fine>
        <path d="M21 23h14M105 23h14" />
        <rect x="20" y="30" width="31" height="38" rx="2.5" />
        <rect x="54.5" y="30" width="31" height="38" rx="2.5" />
        <rect x="89" y="30" width="31" height="38" rx="2.5" />
        <path d="m26 56 7-9 6 4 6-9M94 60h20M94 54.5h13" />
        <circle cx="70" cy="45" r="6" />
        <path d="M61 60h18M104.5 38v9" />
        <path d="M104.5 38.5c3 1 5 1.5 5 4.5" />
      </Fine>
      <Solid>
        <circle cx="102" cy="47" r="2.5" />
      </Solid>
    </Drawing>
  )
}

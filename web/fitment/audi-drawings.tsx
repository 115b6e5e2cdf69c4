import { Around, Console, Drawing, Fine, GearLever, Glass, Knob } from './drawing-parts.tsx'

/** Only the gear lever and a tray on the console. */
export function AudiNoKnob() {
  return (
    <Drawing>
      <Console />
      <path d="M52 44c3-7 33-7 36 0l4 12H48Z" />
      <path d="M63 38V20a7 7 0 0 1 14 0v18" fill="currentColor" fillOpacity="0.1" />
      <Fine>
        <path d="M66 22h8M66 27h8" />
      </Fine>
      <Around>
        <path d="m42 66-6 20a3 3 0 0 0 3 4h62a3 3 0 0 0 3-4l-6-20a3 3 0 0 0-3-2H45a3 3 0 0 0-3 2Z" />
        <path d="M70 64v26" />
      </Around>
    </Drawing>
  )
}

/** A knob with a key at each of its four corners. */
export function AudiFourKeys() {
  return (
    <Drawing>
      <Console />
      <GearLever />
      <path d="m40 58-7 27a4 4 0 0 0 4 5h66a4 4 0 0 0 4-5l-7-27a3 3 0 0 0-3-2H43a3 3 0 0 0-3 2Z" />
      <Fine>
        <path d="M45.5 61h13l-5 8h-10zM94.5 61h-13l5 8h10z" fill="currentColor" fillOpacity="0.25" />
        <path d="M41 79h11l5 8H38.5zM99 79H88l-5 8h18.5z" fill="currentColor" fillOpacity="0.25" />
      </Fine>
      <Knob x={70} y={69} width={14} />
    </Drawing>
  )
}

/** A knob beside a pad that reads letters written with a finger. */
export function AudiTouchPad() {
  return (
    <Drawing>
      <Console />
      <GearLever />
      <path d="m40 58-7 27a4 4 0 0 0 4 5h66a4 4 0 0 0 4-5l-7-27a3 3 0 0 0-3-2H43a3 3 0 0 0-3 2Z" />
      <path
        d="m44 63-4.5 19a2.5 2.5 0 0 0 2.5 3h22a2 2 0 0 0 2-2l.8-18.5a2 2 0 0 0-2-2.5H46.5a2.5 2.5 0 0 0-2.5 1Z"
        fill="currentColor"
        fillOpacity="0.1"
      />
      <Fine>
        <path d="m48 79 5.5-12 4 12M50 75h6" />
      </Fine>
      <Knob x={85} y={69} width={12} />
    </Drawing>
  )
}

/** Two touch screens, one above the other. */
export function AudiTwoScreens() {
  return (
    <Drawing>
      <Around>
        <path d="M4 26c16-8 38-12 66-12s50 4 66 12" />
        <path d="M8 34h18v7H10zM132 34h-18v7h16z" />
        <path d="M36 50 26 94M104 50l10 44" />
      </Around>
      <Glass x={33} y={20} width={74} height={31} />
      <path
        d="M39 58h62l5 28a2.5 2.5 0 0 1-2.5 3h-67a2.5 2.5 0 0 1-2.5-3Z"
        fill="currentColor"
        fillOpacity="0.1"
      />
      <Fine>
        <path d="M39 26h9M39 32h9M39 38h9M39 44h9M54 20v31" />
        <path d="m62 44 11-11 8 5 16-12" />
        <path d="M47 70h10M83 70h10M46 80h13M81 80h13" />
        <circle cx="70" cy="73" r="7" />
      </Fine>
    </Drawing>
  )
}

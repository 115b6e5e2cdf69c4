import { Around, Console, Drawing, Fine, GearLever, Glass, Knob } from './drawing-parts.tsx'

/** A finger on the screen. */
export function LexusTouch() {
  return (
    <Drawing>
      <Around>
        <path d="M4 24c16-8 38-12 66-12s50 4 66 12" />
        <path d="M10 32h14v24H12zM130 32h-14v24h12z" />
      </Around>
      <Glass x={31} y={19} width={78} height={46} />
      <Fine>
        <path d="M39 28h16v12H39zM61 28h16v12H61zM39 52h16" />
        <path d="M79 42a8 8 0 0 1 13 4" />
      </Fine>
      <path
        d="M82 94c-3-6-9-10-11-14s2-7 6-4l4 4V51a4.2 4.2 0 0 1 8.4 0v15c0-5 8-5 8 0v2c0-4.5 7.5-4.5 7.5 0v2c0-4 7-4 7 1v10c0 6-2 9-4 13"
        fill="var(--surface)"
      />
      <Fine>
        <path d="M89.4 66v8M97.4 68v7M104.9 70v6" />
      </Fine>
    </Drawing>
  )
}

/** A handle on the console that moves like a mouse, with a rest for the palm. */
export function LexusMouse() {
  return (
    <Drawing>
      <Console />
      <path d="M36 94c-2-16 8-26 34-26s36 10 34 26" />
      <path d="M42 48c0-11 11-17 28-17s28 6 28 17-11 17-28 17-28-6-28-17Z" />
      <path
        d="M55 46c0-8 6-13 15-13s15 5 15 13c0 8-6 12-15 12s-15-4-15-12Z"
        fill="currentColor"
        fillOpacity="0.1"
      />
      <Fine>
        <path d="M70 33v9M55.5 44c7 3 22 3 29 0" />
        <path d="M32 48h-6M108 48h6M70 25v-5" />
        <path d="m28.5 45.5-2.5 2.5 2.5 2.5M111.5 45.5l2.5 2.5-2.5 2.5M67.5 22l2.5-2.5 2.5 2.5" />
      </Fine>
      <Around>
        <path d="M54 84c4-3 28-3 32 0" />
      </Around>
    </Drawing>
  )
}

/** A flat pad on the console. */
export function LexusTouchPad() {
  return (
    <Drawing>
      <Console />
      <GearLever />
      <path
        d="m43 57-5 25a4 4 0 0 0 4 4.5h56a4 4 0 0 0 4-4.5l-5-25a3 3 0 0 0-3-2.5H46a3 3 0 0 0-3 2.5Z"
        fill="currentColor"
        fillOpacity="0.1"
      />
      <Fine>
        <path d="M44.5 79h51" />
        <circle cx="70" cy="67" r="3.5" />
        <path d="M58 67h-5M82 67h5M55.5 64.5 53 67l2.5 2.5M84.5 64.5 87 67l-2.5 2.5" />
      </Fine>
    </Drawing>
  )
}

/** A round knob on the console with a key on each side. */
export function LexusKnob() {
  return (
    <Drawing>
      <Console />
      <GearLever />
      <path d="m40 58-7 27a4 4 0 0 0 4 5h66a4 4 0 0 0 4-5l-7-27a3 3 0 0 0-3-2H43a3 3 0 0 0-3 2Z" />
      <Fine>
        <path d="M44 64h4l-4 18h-5zM96 64h-4l4 18h5z" fill="currentColor" fillOpacity="0.25" />
      </Fine>
      <Knob x={70} y={69} width={18} />
    </Drawing>
  )
}

import { Around, Drawing, Fine, Glass, Solid } from './drawing-parts.tsx'

/** The car's menu with an entry for a phone. */
export function CarPlayInMenu() {
  return (
    <Drawing>
      <Around>
        <path d="M4 92h132" />
      </Around>
      <rect x="8" y="10" width="124" height="72" rx="8" />
      <Glass x={14} y={16} width={112} height={60} radius={4} />
      <Fine>
        <rect x="22" y="25" width="22" height="18" rx="4" />
        <rect x="22" y="50" width="22" height="18" rx="4" />
        <rect x="96" y="25" width="22" height="18" rx="4" />
        <rect x="96" y="50" width="22" height="18" rx="4" />
        <path d="M28 37v-6l8-2v6M29 59h8M33 55v8M102 36l4-5 3 2 4-4M103 56h8v6h-8z" />
      </Fine>
      <rect
        x="52"
        y="22"
        width="36"
        height="48"
        rx="6"
        fill="currentColor"
        fillOpacity="0.16"
        strokeWidth="2.5"
      />
      <rect x="61" y="29" width="18" height="34" rx="3.5" strokeWidth="1.75" />
      <Solid>
        <path d="m67.5 40.5 7 5-7 5Z" />
        <rect x="67" y="58" width="6" height="1.75" rx="0.9" />
      </Solid>
    </Drawing>
  )
}

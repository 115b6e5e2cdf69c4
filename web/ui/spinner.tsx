import { classNames } from './class-names.ts'

/** A spinner. Give it a label unless text beside it already announces the loading. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span
      role={label ? 'status' : undefined}
      className={classNames('inline-flex items-center gap-3', className)}
    >
      <svg viewBox="0 0 24 24" className="size-[1.25em] shrink-0 animate-spin" aria-hidden="true" fill="none">
        <circle cx="12" cy="12" r="9.5" stroke="currentColor" strokeOpacity="0.22" strokeWidth="2.5" />
        <path
          d="M21.5 12A9.5 9.5 0 0 0 12 2.5"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
      </svg>
      {label && <span>{label}</span>}
    </span>
  )
}

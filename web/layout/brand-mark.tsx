/** The logo. Decorative: the name stands beside it. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={className}>
      <path
        d="M5.5 19.5 9 9.8A3 3 0 0 1 11.8 7.8h8.4A3 3 0 0 1 23 9.8l3.5 9.7"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M3.5 24.2c7.6-2.5 17.4-2.5 25 0"
        stroke="var(--dark-ember)"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <rect x="12.4" y="12.6" width="7.2" height="5.2" rx="1.4" fill="currentColor" />
    </svg>
  )
}

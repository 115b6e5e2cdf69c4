import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { useMainHeading } from './page.tsx'

export function NotFoundPage() {
  const heading = useMainHeading('404 Page Not Found')
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-5 px-4 py-24 text-center">
      <svg viewBox="0 0 160 90" className="w-48" aria-hidden="true" fill="none">
        <path d="M12 78a68 68 0 0 1 136 0" stroke="var(--line)" strokeWidth="3" />
        <path d="M12 78a68 68 0 0 1 14-41" stroke="var(--ember)" strokeWidth="5" strokeLinecap="round" />
        <path d="M80 78 34 44" stroke="var(--ember)" strokeWidth="3" strokeLinecap="round" />
        <circle cx="80" cy="78" r="6" fill="var(--ink)" />
      </svg>
      <h1 ref={heading} tabIndex={-1} className="text-3xl font-semibold">
        404 Page Not Found
      </h1>
      <p className="max-w-sm text-muted">
        There’s no page at this address. It may have moved, or the link has a typo.
      </p>
      <ButtonLink href={paths.landing} variant="secondary">
        Return to Home
      </ButtonLink>
    </div>
  )
}

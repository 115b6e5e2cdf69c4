import { Link } from 'wouter'
import { paths } from '../paths.ts'

const pages = [
  { href: paths.privacy, name: 'Privacy' },
  { href: paths.terms, name: 'Terms' },
  { href: paths.refunds, name: 'Refunds' },
] as const

const look = 'inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink'

/** Privacy, terms and refunds. `newTab` beside a form, whose typed card a page change would lose. */
export function LegalLinks({ newTab = false }: { newTab?: boolean }) {
  return (
    <nav
      aria-label={newTab ? 'Policies, each in a new tab' : 'Policies'}
      className="flex flex-wrap gap-x-5 gap-y-1"
    >
      {pages.map(({ href, name }) =>
        newTab ? (
          <a key={href} href={href} target="_blank" rel="noopener" className={look}>
            {name}
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        ) : (
          <Link key={href} href={href} className={look}>
            {name}
          </Link>
        ),
      )}
    </nav>
  )
}

import { brandName } from '../../contract/brand.ts'
import { BrandMark } from './brand-mark.tsx'
import { LegalLinks } from './legal-links.tsx'

/** Rendered with the page: under a skeleton it would first appear too low and then jump. */
export function Footer() {
  return (
    <footer className="border-t border-line [main:has([data-loading])+&]:hidden">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-7 text-sm text-muted sm:px-6">
        <p className="flex items-center gap-2">
          <BrandMark className="size-5" />
          {brandName}
        </p>
        <p className="sm:mr-auto">Apple CarPlay and Android Auto, installed by certified technicians.</p>
        <LegalLinks />
      </div>
    </footer>
  )
}

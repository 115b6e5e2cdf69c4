import { useMainHeading } from '../layout/page.tsx'
import { landingSubject } from './landing-subject.ts'

/** The landing page as its document has it. Nothing in it changes in the browser, so its code is not fetched to show it. */
export function StaticLanding({ html }: { html: string }) {
  const headingRef = useMainHeading(landingSubject)
  return (
    <div
      id="static-landing"
      className="contents"
      ref={(element) => {
        headingRef.current = element?.querySelector('h1') ?? null
      }}
      // Our own server wrote it, and every text in it went through React.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

import { useCountStep } from '../funnel/count-step.ts'
import { useMainHeading } from '../layout/page.tsx'
import { landingSubject } from './landing-subject.ts'
import { openCheck } from './open-check.ts'

/**
 * The landing page as the server rendered it. Nothing in it changes in the browser, so its components are not
 * loaded. Only the check of a car opens its page without loading the document again.
 */
export function StaticLanding({ html }: { html: string }) {
  const headingRef = useMainHeading(landingSubject)
  useCountStep('landing')
  return (
    <div
      id="static-landing"
      className="contents"
      onSubmit={(event) => {
        const form = event.target
        if (!(form instanceof HTMLFormElement) || !form.matches('[data-car-check]')) return
        event.preventDefault()
        openCheck(form)
      }}
      ref={(element) => {
        headingRef.current = element?.querySelector('h1') ?? null
      }}
      // Rendered by our own server, with every text escaped by React.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

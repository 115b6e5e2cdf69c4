import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'

/** The page's end: one call to action for drivers, one for shops. */
export function CallToAction() {
  return (
    <section aria-label="Begin" className="always-dark relative bg-canvas">
      <div aria-hidden="true" className="ambient-line absolute inset-x-0 top-0" />
      <div className="mx-auto grid w-full max-w-6xl gap-x-16 gap-y-14 px-4 py-20 sm:px-6 sm:py-24 lg:grid-cols-2">
        <div>
          <h2 className="text-3xl leading-tight font-semibold sm:text-4xl">Ready when you are</h2>
          <p className="mt-3 max-w-[40ch] text-lg text-muted">
            Pick your package and a time that is free. You pay when the work is done.
          </p>
          <ButtonLink href={paths.login} size="large" className="mt-7">
            Book your installation
          </ButtonLink>
        </div>
        <div className="border-t border-line pt-14 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-16">
          <h2 className="text-3xl leading-tight font-semibold sm:text-4xl">Do you run an auto shop?</h2>
          <p className="mt-3 max-w-[40ch] text-lg text-muted">
            Set your own hours and bays, see every appointment, and be paid by bank, PayPal or Venmo.
          </p>
          <ButtonLink href={paths.shopRegistration} variant="secondary" size="large" className="mt-7">
            Register your shop
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

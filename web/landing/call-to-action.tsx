import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'

/** The page's end: one call to action for drivers, one for shops. */
export function CallToAction() {
  return (
    <section aria-label="Begin" className="always-dark relative bg-canvas">
      <div aria-hidden="true" className="ambient-line absolute inset-x-0 top-0" />
      <div className="mx-auto grid w-full max-w-6xl gap-x-16 gap-y-7 px-4 py-8 sm:gap-y-14 sm:px-6 sm:py-24 lg:grid-cols-2">
        <div>
          <h2 className="text-2xl leading-tight font-semibold sm:text-4xl">Ready when you are</h2>
          <p className="mt-2 max-w-[40ch] text-muted sm:mt-3 sm:text-lg">
            Check your car, pick a package and an open time. You pay after the work.
          </p>
          <ButtonLink href={paths.book} size="large" className="mt-5 sm:mt-7">
            Book your installation
          </ButtonLink>
        </div>
        <div className="border-t border-line pt-7 sm:pt-14 lg:border-t-0 lg:border-l lg:pt-0 lg:pl-16">
          <h2 className="text-2xl leading-tight font-semibold sm:text-4xl">Do you run an auto shop?</h2>
          <p className="mt-2 max-w-[40ch] text-muted sm:mt-3 sm:text-lg">
            Set your hours and bays, see every appointment, get paid by bank, PayPal or Venmo.
          </p>
          <ButtonLink href={paths.shopRegistration} variant="secondary" size="large" className="mt-5 sm:mt-7">
            Register your shop
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}

import { brandName } from '../../contract/brand.ts'
import { useMainHeading } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { CarCheck } from './car-check.tsx'
import { landingSubject } from './landing-subject.ts'

/** The headline over a picture of a cockpit, with the check of a car and the way to an account. */
export function Hero({ currentYear }: { currentYear: number }) {
  const heading = useMainHeading(landingSubject)
  return (
    <section
      aria-label={brandName}
      className="always-dark relative isolate overflow-hidden bg-(image:--dark-sky)"
    >
      <picture>
        <source
          media="(max-width: 639px)"
          srcSet="/pictures/cockpit-at-dusk-tall.svg"
          width={900}
          height={1500}
        />
        <img
          src="/pictures/cockpit-at-dusk.svg"
          alt="A dashboard at dusk: a wide screen shows the map, the route, the music and a call"
          width={2000}
          height={1120}
          className="pointer-events-none absolute inset-0 -z-10 size-full object-cover object-bottom"
        />
      </picture>
      <div className="mx-auto flex min-h-[max(44rem,min(calc(100dvh-10rem),52rem))] max-w-6xl flex-col items-center px-4 pt-6 pb-[18rem] text-center sm:min-h-[max(66rem,58vw,min(calc(100dvh-6.5rem),70rem))] sm:px-6 sm:pt-6 sm:pb-0">
        {/* As tall as with a third line of the headline in a fallback font, so that the form stays where it is. */}
        <div className="flex min-h-54 flex-col items-center justify-center sm:min-h-76">
          <h1
            ref={heading}
            tabIndex={-1}
            className="max-w-[9.5em] font-headline text-headline leading-[1.04] font-semibold tracking-[-0.035em] sm:text-7xl"
          >
            Upgrade Your Driving Experience
          </h1>
          <p className="mt-5 max-w-[34ch] text-lg text-balance text-ink sm:text-xl">
            Apple CarPlay and Android Auto, built into the car you already love.
          </p>
        </div>
        <CarCheck currentYear={currentYear} />
        <ButtonLink href={paths.login} variant="secondary" className="mt-5">
          Get Started
        </ButtonLink>
      </div>
    </section>
  )
}

import { Navigation } from 'lucide-react'
import { classNames } from '../ui/class-names.ts'
import { LandingSection } from './landing-section.tsx'
import { steps } from './landing-words.ts'

/** The steps as a route with four stops: vertical on a phone, horizontal on a desktop. */
export function HowItWorks() {
  return (
    <LandingSection id="how" title="Four steps, one visit" ground="surface">
      <ol className="mt-5 grid sm:mt-16 lg:grid-cols-4">
        {steps.map(({ title, words }, index) => {
          const isLast = index === steps.length - 1
          return (
            <li
              key={title}
              className="relative pb-4 pl-14 last:pb-0 sm:pb-12 lg:pt-16 lg:pr-8 lg:pb-0 lg:pl-0"
            >
              {!isLast && (
                <span
                  aria-hidden="true"
                  className="absolute top-2 bottom-[-0.5rem] left-[1.125rem] w-1 rounded-full bg-info/35 lg:top-[1.125rem] lg:right-[-0.5rem] lg:bottom-auto lg:left-2 lg:h-1 lg:w-auto"
                />
              )}
              <span
                aria-hidden="true"
                className={classNames(
                  'absolute top-0 left-0 grid size-10 place-items-center rounded-full text-lg font-semibold text-surface',
                  isLast ? 'bg-ember' : 'bg-info',
                )}
              >
                {isLast ? <Navigation className="size-5 fill-current" /> : index + 1}
              </span>
              <h3 className="text-lg font-semibold sm:text-xl">{title}</h3>
              <p className="mt-0.5 text-ui text-muted sm:mt-2 sm:text-lg">{words}</p>
            </li>
          )
        })}
      </ol>
    </LandingSection>
  )
}

import { LandingSection } from './landing-section.tsx'
import { chargeStages } from './landing-words.ts'

/** The card's timeline: on hold until the work is done, then charged. */
export function WhenCharged() {
  return (
    <LandingSection
      id="charged"
      title="You pay after the work is done"
      lead="We hold the price when you book. That reserves your time."
      ground="dark"
    >
      <ol className="mt-5 grid gap-4 sm:mt-20 sm:gap-10 lg:grid-cols-3 lg:gap-0">
        {chargeStages.map(({ when, amount, words }, index) => {
          const isCharge = index === chargeStages.length - 1
          return (
            <li
              key={when}
              className={
                isCharge
                  ? 'border-l-4 border-ember pl-6 lg:border-t-4 lg:border-l-0 lg:pt-7 lg:pl-0'
                  : 'border-l-4 border-dashed border-line-strong pl-6 lg:border-t-4 lg:border-l-0 lg:pt-7 lg:pr-10 lg:pl-0'
              }
            >
              <p className={isCharge ? 'font-medium text-ember' : 'font-medium text-muted'}>{when}</p>
              <h3 className="mt-0.5 text-lg font-semibold sm:mt-1.5 sm:text-2xl">{amount}</h3>
              <p className="mt-0.5 text-ui text-muted sm:mt-2.5 sm:text-lg">{words}</p>
            </li>
          )
        })}
      </ol>
    </LandingSection>
  )
}

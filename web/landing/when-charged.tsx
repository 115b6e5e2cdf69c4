import { LandingSection } from './landing-section.tsx'
import { chargeStages } from './landing-words.ts'

/** The card's timeline: on hold until the work is done, then charged. */
export function WhenCharged() {
  return (
    <LandingSection
      id="charged"
      title="Your card is never charged before the work is done"
      lead="It is held when you book, so that the time you picked is yours."
      ground="dark"
    >
      <ol className="mt-14 grid gap-10 sm:mt-20 lg:grid-cols-3 lg:gap-0">
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
              <h3 className="mt-1.5 text-2xl font-semibold">{amount}</h3>
              <p className="mt-2.5 text-lg text-muted">{words}</p>
            </li>
          )
        })}
      </ol>
    </LandingSection>
  )
}

import { modelsByMake } from '../../contract/catalog/makes.ts'
import { LandingSection } from './landing-section.tsx'

/** The supported makes and models. */
export function MakesServed() {
  return (
    <LandingSection id="makes" title="Made for these cars" lead="Every model from 2010 on.">
      <ul className="mt-6 grid sm:mt-16 sm:grid-cols-2 sm:gap-x-6 sm:gap-y-12 lg:grid-cols-4">
        {Object.entries(modelsByMake).map(([make, models]) => (
          <li
            key={make}
            className="flex items-baseline gap-4 border-t border-line py-2.5 sm:block sm:border-t-2 sm:border-ember sm:py-5"
          >
            <h3 className="w-20 shrink-0 font-semibold sm:w-auto sm:text-4xl sm:tracking-tight">{make}</h3>
            <ul className="flex flex-wrap gap-x-3 text-ui text-muted sm:mt-4 sm:grid sm:gap-1.5 sm:text-lg">
              {models.map((model) => (
                <li key={model}>{model}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </LandingSection>
  )
}

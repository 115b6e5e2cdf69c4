import { modelsByMake } from '../../contract/catalog/makes.ts'
import { LandingSection } from './landing-section.tsx'

/** The supported makes and models. */
export function MakesServed() {
  return (
    <LandingSection id="makes" title="Made for these cars" lead="Every model from 2010 on.">
      <ul className="mt-12 grid grid-cols-2 gap-x-6 gap-y-12 sm:mt-16 lg:grid-cols-4">
        {Object.entries(modelsByMake).map(([make, models]) => (
          <li key={make} className="border-t-2 border-ember pt-5">
            <h3 className="text-2xl font-semibold tracking-tight sm:text-4xl">{make}</h3>
            <ul className="mt-4 grid gap-1.5 text-lg text-muted">
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

import { LandingSection } from './landing-section.tsx'
import { GaugeDrawing, GrilleDrawing, LinkDrawing } from './solution-drawings.tsx'

const blurbs = [
  {
    title: 'Premium Quality',
    words: 'Professional installation by certified technicians',
    Drawing: GaugeDrawing,
  },
  {
    title: 'Luxury Vehicles',
    words: 'Specialised in BMW, Mercedes, Audi and Lexus',
    Drawing: GrilleDrawing,
  },
  {
    title: 'Modern Integration',
    words: 'Seamless connection with favorite apps',
    Drawing: LinkDrawing,
  },
]

export function Solutions() {
  return (
    <LandingSection id="solutions" title="Premium Vehicle Infotainment Solutions">
      <ul className="mt-5 grid gap-3 sm:mt-20 md:grid-cols-3 md:gap-8">
        {blurbs.map(({ title, words, Drawing }) => (
          <li
            key={title}
            className="border-t border-line pt-3 max-md:flex max-md:items-center max-md:gap-5 md:pt-8"
          >
            <Drawing />
            <div>
              <h3 className="text-lg font-semibold md:mt-7 md:text-2xl">{title}</h3>
              <p className="max-w-[26ch] text-ui text-balance text-muted md:mt-2 md:text-lg">{words}</p>
            </div>
          </li>
        ))}
      </ul>
    </LandingSection>
  )
}

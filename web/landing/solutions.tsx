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
      <ul className="mt-14 grid gap-12 sm:mt-20 md:grid-cols-3 md:gap-8">
        {blurbs.map(({ title, words, Drawing }) => (
          <li key={title} className="border-t border-line pt-8">
            <Drawing />
            <h3 className="mt-7 text-2xl font-semibold">{title}</h3>
            <p className="mt-2 max-w-[26ch] text-lg text-balance text-muted">{words}</p>
          </li>
        ))}
      </ul>
    </LandingSection>
  )
}

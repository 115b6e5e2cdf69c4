import { brandName } from '../../contract/brand.ts'
import { useMainHeading } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'

const blurbs = [
  { title: 'Premium Quality', words: 'Professional installation by certified technicians' },
  { title: 'Luxury Vehicles', words: 'Specialised in BMW, Mercedes, Audi and Lexus' },
  { title: 'Modern Integration', words: 'Seamless connection with favorite apps' },
]

export function LandingPage() {
  const heading = useMainHeading(brandName)
  return (
    <>
      <section className="at-dusk relative isolate overflow-hidden bg-canvas">
        <img
          src="/pictures/cockpit-at-dusk.svg"
          alt="A dashboard at dusk: the road ahead, and a wide screen showing the map, the route and the music"
          width={2000}
          height={1000}
          fetchPriority="high"
          className="pointer-events-none absolute inset-x-0 bottom-0 -z-10 h-full w-full object-cover object-[62%_100%]"
        />
        <div className="mx-auto flex min-h-[40rem] max-w-6xl flex-col items-center px-4 pt-14 pb-[26rem] text-center sm:min-h-[min(56rem,calc(100dvh-4.5rem))] sm:px-6 sm:pt-20">
          <h1
            ref={heading}
            tabIndex={-1}
            className="max-w-[14ch] text-[2.75rem] leading-[1.04] font-semibold tracking-[-0.035em] sm:text-7xl"
          >
            Upgrade Your Driving Experience
          </h1>
          <p className="mt-5 max-w-[34ch] text-lg text-balance text-ink/85 sm:text-xl">
            Apple CarPlay and Android Auto, built into the car you already love.
          </p>
          <ButtonLink href={paths.login} size="large" className="mt-8">
            Get Started
          </ButtonLink>
        </div>
      </section>

      <section aria-labelledby="solutions" className="mx-auto w-full max-w-6xl px-4 py-20 sm:px-6 sm:py-28">
        <h2
          id="solutions"
          className="max-w-[18ch] text-3xl leading-tight font-semibold sm:text-5xl sm:leading-[1.1]"
        >
          Premium Vehicle Infotainment Solutions
        </h2>
        <ul className="mt-12 grid gap-10 sm:mt-16 md:grid-cols-3 md:gap-8">
          {blurbs.map(({ title, words }) => (
            <li key={title} className="border-t border-line-strong pt-6">
              <h3 className="text-xl font-semibold">{title}</h3>
              <p className="mt-2 text-lg text-muted">{words}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

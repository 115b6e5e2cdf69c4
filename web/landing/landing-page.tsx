import { Link } from 'wouter'
import { brandName } from '../../contract/brand.ts'
import { useMainHeading } from '../layout/page.tsx'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'

const blurbs = [
  {
    title: 'Premium Quality',
    words: 'Professional installation by certified technicians',
    picture: '/pictures/smart-connect-essential.svg',
    crop: 'scale-[1.45] object-[50%_38%]',
  },
  {
    title: 'Luxury Vehicles',
    words: 'Specialised in BMW, Mercedes, Audi and Lexus',
    picture: '/pictures/ultra-connect-pro.svg',
    crop: 'object-[0%_50%] origin-[0%_55%] scale-[1.3]',
  },
  {
    title: 'Modern Integration',
    words: 'Seamless connection with favorite apps',
    picture: '/pictures/smart-connect-premium.svg',
    crop: 'origin-[50%_36%] scale-[1.6]',
  },
]

export function LandingPage() {
  const heading = useMainHeading(brandName)
  return (
    <>
      <section className="at-dusk relative isolate overflow-hidden bg-canvas">
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
            fetchPriority="high"
            className="pointer-events-none absolute inset-0 -z-10 size-full object-cover object-bottom"
          />
        </picture>
        <div className="mx-auto flex min-h-[max(44rem,min(calc(100dvh-4rem),60rem))] max-w-6xl flex-col items-center px-4 pt-14 pb-[22rem] text-center sm:min-h-[max(50rem,44vw,min(calc(100dvh-6.5rem),62rem))] sm:px-6 sm:pt-16 sm:pb-0">
          <h1
            ref={heading}
            tabIndex={-1}
            className="max-w-[14ch] text-headline leading-[1.04] font-semibold tracking-[-0.035em] sm:text-7xl"
          >
            Upgrade Your Driving Experience
          </h1>
          <p className="mt-5 max-w-[34ch] text-lg text-balance text-ink sm:text-xl">
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
        <ul className="mt-12 grid gap-12 sm:mt-16 md:grid-cols-3 md:gap-8">
          {blurbs.map(({ title, words, picture, crop }) => (
            <li key={title}>
              <div className="at-dusk aspect-[4/3] overflow-hidden rounded-card bg-canvas">
                <img
                  src={picture}
                  alt=""
                  width={1200}
                  height={800}
                  loading="lazy"
                  className={classNames('size-full object-cover', crop)}
                />
              </div>
              <h3 className="mt-6 text-xl font-semibold">{title}</h3>
              <p className="mt-1.5 text-lg text-muted">{words}</p>
            </li>
          ))}
        </ul>
        <p className="mt-16 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-8 text-lg sm:mt-20">
          <span className="text-muted">Do you run an auto shop?</span>
          <Link
            href={paths.shopRegistration}
            className="inline-flex min-h-11 items-center font-medium text-link underline underline-offset-4 hover:no-underline"
          >
            Register your shop
          </Link>
        </p>
      </section>
    </>
  )
}

import { Check } from 'lucide-react'
import { pictureInMake } from '../../contract/catalog/dashboard-pictures.ts'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { formatCents } from '../../contract/money.ts'
import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { LandingSection } from './landing-section.tsx'

/** Every package with its picture and its price. */
export function PackagesOffered({ packages }: { packages: readonly InstallationPackage[] }) {
  return (
    <LandingSection
      id="packages"
      title="Pick your screen, know your price"
      lead="Every package has both Apple CarPlay and Android Auto. Parts and labor are in the price."
      ground="dark"
    >
      <div className="mt-5 grid gap-5 sm:mt-20 sm:gap-20 lg:gap-28">
        {packages.map((offered, index) => (
          <PackageOffered
            key={offered.id}
            offered={offered}
            make={shownMakes[index % shownMakes.length] ?? 'Lexus'}
            pictureLast={index % 2 === 1}
          />
        ))}
      </div>
    </LandingSection>
  )
}

/** One dashboard each, so that owners of several makes find their own. */
const shownMakes = ['Lexus', 'BMW', 'Mercedes'] as const

type PackageOfferedProps = {
  offered: InstallationPackage
  make: (typeof shownMakes)[number]
  pictureLast: boolean
}

function PackageOffered({ offered, make, pictureLast }: PackageOfferedProps) {
  const nameId = `package-${offered.id}`
  return (
    <article
      aria-labelledby={nameId}
      className={classNames(
        'relative grid grid-cols-[7.5rem_minmax(0,1fr)] gap-4 sm:grid-cols-1 sm:items-center sm:gap-8 lg:gap-14',
        pictureLast
          ? 'lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]'
          : 'lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]',
      )}
    >
      {offered.imageUrl !== undefined && (
        <div
          className={classNames(
            'overflow-hidden rounded-control border border-line bg-sunken shadow-float max-sm:aspect-4/3 max-sm:self-start sm:aspect-3/2 sm:rounded-card',
            pictureLast && 'lg:order-last',
          )}
        >
          <img
            src={pictureInMake(offered.imageUrl, make)}
            alt={`${make} dashboard at dusk with ${offered.name}: ${offered.mainFeature}`}
            width={1200}
            height={800}
            loading="lazy"
            className="below-fold-picture size-full object-cover"
          />
        </div>
      )}
      <div className="min-w-0">
        <h3 id={nameId} className="text-lg leading-snug font-semibold sm:text-3xl">
          {offered.name}
        </h3>
        <p className="text-ui text-muted sm:mt-2 sm:text-lg">{offered.mainFeature}</p>
        <p className="mt-1 flex flex-wrap items-baseline gap-x-4 sm:mt-6">
          <span className="text-2xl font-semibold tracking-tight tabular-nums sm:text-6xl">
            {formatCents(offered.priceCents)}
          </span>
          <span className="text-muted max-sm:sr-only">Parts &amp; Labor Included</span>
        </p>
        <p className="max-sm:text-ui sm:mt-6 sm:border-t sm:border-line sm:pt-6">
          <span className="text-muted">Installed in</span>{' '}
          <span className="font-medium">{offered.installationTime}</span>
        </p>
        {/* On a phone the next step lists them, beside the other packages. */}
        <ul className="mt-5 grid grid-cols-2 gap-x-6 gap-y-2.5 max-sm:hidden">
          {offered.features.map((feature) => (
            <li key={feature} className="flex items-start gap-2.5">
              <Check className="mt-1 size-4 shrink-0 text-ember" aria-hidden="true" />
              {feature}
            </li>
          ))}
        </ul>
        {/* On a phone the whole card is the link. */}
        <ButtonLink
          href={paths.bookPackage(offered.id)}
          variant="secondary"
          className="mt-8 max-sm:static! max-sm:mt-0 max-sm:min-h-9! max-sm:border-0! max-sm:bg-transparent! max-sm:p-0! max-sm:text-link! max-sm:underline max-sm:underline-offset-4 max-sm:after:absolute max-sm:after:inset-0"
        >
          See times<span className="sr-only">: {offered.name}</span>
        </ButtonLink>
      </div>
    </article>
  )
}

import { Check } from 'lucide-react'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { formatCents } from '../../contract/money.ts'
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
      <div className="mt-14 grid gap-20 sm:mt-20 lg:gap-28">
        {packages.map((offered, index) => (
          <PackageOffered key={offered.id} offered={offered} pictureLast={index % 2 === 1} />
        ))}
      </div>
    </LandingSection>
  )
}

function PackageOffered({ offered, pictureLast }: { offered: InstallationPackage; pictureLast: boolean }) {
  const nameId = `package-${offered.id}`
  return (
    <article
      aria-labelledby={nameId}
      className={classNames(
        'grid items-center gap-8 lg:gap-14',
        pictureLast
          ? 'lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]'
          : 'lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]',
      )}
    >
      {offered.imageUrl !== undefined && (
        <div
          className={classNames(
            'aspect-3/2 overflow-hidden rounded-card border border-line bg-sunken shadow-float',
            pictureLast && 'lg:order-last',
          )}
        >
          <img
            src={offered.imageUrl}
            alt={`A dashboard at dusk with ${offered.name}: ${offered.mainFeature}`}
            width={1200}
            height={800}
            loading="lazy"
            className="below-fold-picture size-full object-cover"
          />
        </div>
      )}
      <div>
        <h3 id={nameId} className="text-2xl font-semibold sm:text-3xl">
          {offered.name}
        </h3>
        <p className="mt-2 text-lg text-muted">{offered.mainFeature}</p>
        <p className="mt-6 flex flex-wrap items-baseline gap-x-4">
          <span className="text-5xl font-semibold tracking-tight tabular-nums sm:text-6xl">
            {formatCents(offered.priceCents)}
          </span>
          <span className="text-muted">Parts &amp; Labor Included</span>
        </p>
        <p className="mt-6 border-t border-line pt-6">
          <span className="text-muted">Installed in</span>{' '}
          <span className="font-medium">{offered.installationTime}</span>
        </p>
        <ul className="mt-5 grid gap-x-6 gap-y-2.5 sm:grid-cols-2">
          {offered.features.map((feature) => (
            <li key={feature} className="flex items-start gap-2.5">
              <Check className="mt-1 size-4 shrink-0 text-ember" aria-hidden="true" />
              {feature}
            </li>
          ))}
        </ul>
      </div>
    </article>
  )
}

import { useId } from 'react'
import type { ReactNode } from 'react'
import { Check, Clock, MonitorSmartphone } from 'lucide-react'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { formatCents } from '../../contract/money.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { PackagePicture } from './package-picture.tsx'

type PackageCardProps = {
  offered: InstallationPackage
  /** Stands out as the one that is chosen now. */
  chosen: boolean
  /** Said instead of the button, for a package that cannot be chosen because it is the present one. */
  presentNote?: string
  /** Said under the price, such as a difference. */
  priceNote?: ReactNode
  busy?: boolean
  /** Where it stands among the headings of its page. */
  headingLevel?: 2 | 5
  onSelect: () => void
}

/** A package with everything that is in it, and the button that chooses it. */
export function PackageCard(props: PackageCardProps) {
  const { offered, chosen, presentNote, priceNote, busy = false, headingLevel = 2, onSelect } = props
  const Heading = headingLevel === 2 ? 'h2' : 'h5'
  const nameId = useId()
  return (
    <article
      aria-labelledby={nameId}
      className={classNames(
        'flex flex-col overflow-hidden rounded-card border bg-surface shadow-lift',
        chosen ? 'border-ember ring-1 ring-ember' : 'border-line',
      )}
    >
      {offered.imageUrl !== undefined && <PackagePicture name={offered.name} url={offered.imageUrl} />}
      <div className="flex flex-1 flex-col p-5 sm:p-6">
        <Heading id={nameId} className="text-xl font-semibold">
          {offered.name}
        </Heading>
        <p className="mt-3 text-4xl font-semibold tracking-tight tabular-nums">
          {formatCents(offered.priceCents)}
        </p>
        <p className="mt-1 text-sm text-muted">Parts &amp; Labor Included</p>
        {priceNote && <p className="mt-2 text-sm font-medium">{priceNote}</p>}
        <div className="mt-5 grid gap-2.5 border-t border-line pt-5 text-ui">
          <p className="flex items-start gap-2.5">
            <Clock className="mt-0.5 size-5 shrink-0 text-ember" aria-hidden="true" />
            <span>
              <span className="sr-only">Installation time: </span>
              {offered.installationTime}
            </span>
          </p>
          <p className="flex items-start gap-2.5 font-medium">
            <MonitorSmartphone className="mt-0.5 size-5 shrink-0 text-ember" aria-hidden="true" />
            {offered.mainFeature}
          </p>
        </div>
        <ul className="mt-2.5 mb-7 grid gap-2.5 text-ui">
          {offered.features.map((feature) => (
            <li key={feature} className="flex items-start gap-2.5">
              <Check className="mt-0.5 size-5 shrink-0 text-good" aria-hidden="true" />
              {feature}
            </li>
          ))}
        </ul>
        {presentNote ? (
          <p className="mt-auto grid min-h-12 place-items-center rounded-control bg-hover px-4 text-center text-ui font-medium">
            {presentNote}
          </p>
        ) : (
          <Button
            className="mt-auto w-full"
            aria-label={`Select Package: ${offered.name}`}
            busy={busy}
            onClick={onSelect}
          >
            Select Package
          </Button>
        )}
      </div>
    </article>
  )
}

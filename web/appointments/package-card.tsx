import { useId } from 'react'
import type { ReactNode } from 'react'
import { Check, Clock, MonitorSmartphone } from 'lucide-react'
import type { InstallationPackage } from '../../contract/catalog/packages.ts'
import { formatCents } from '../../contract/money.ts'
import { formatExtraTime, type Extras } from '../fitment/fitment-words.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { PackagePicture } from './package-picture.tsx'

export type PackageCardProps = {
  offered: InstallationPackage
  /** The make of the car, whose dashboard the picture shows. */
  make?: string
  /** Highlights the selected package. */
  chosen: boolean
  /** Features common to all packages, so that the distinctive ones stand out. */
  shared?: readonly string[]
  /** Replaces the button for the current package, which cannot be selected. */
  presentNote?: string
  /** Why the package cannot be selected, and the way on. Greys the card and replaces the button. */
  impossible?: ReactNode
  /** Leaves out the picture and the features. */
  isShort?: boolean
  /** A line under the price, such as a difference. */
  priceNote?: ReactNode
  /** The time and money that this car takes on top. */
  extras?: Extras | undefined
  /** Whether the package fits the car. */
  verdict?: ReactNode
  /** Above the button, such as conditions to confirm. */
  terms?: ReactNode
  busy?: boolean
  /** The button's label. */
  action?: string
  /** Heading level of the card's title. */
  headingLevel?: 2 | 5
  onSelect: () => void
}

/** A package with its features and the button that selects it. */
export function PackageCard(props: PackageCardProps) {
  const { offered, chosen, presentNote, priceNote, busy = false, headingLevel = 2, onSelect } = props
  const {
    make = '',
    shared = [],
    impossible,
    isShort = false,
    extras,
    verdict,
    terms,
    action = 'Select Package',
  } = props
  const { extraMinutes = 0, extraCents = 0 } = extras ?? {}
  const Heading = headingLevel === 2 ? 'h2' : 'h5'
  const nameId = useId()
  return (
    <article
      aria-labelledby={nameId}
      className={classNames(
        'relative flex flex-col rounded-card border',
        chosen ? 'border-ember ring-1 ring-ember' : 'border-line',
        impossible === undefined ? 'bg-surface shadow-lift' : 'bg-sunken text-muted',
      )}
    >
      {/* Keeps its place: otherwise the press would lay out all cards again before it shows. */}
      {!presentNote && (
        <p
          className={classNames(
            'absolute -top-3 left-5 z-10 flex items-center gap-1.5 rounded-full bg-selected px-3 py-1 text-fine font-semibold text-on-selected',
            !chosen && 'invisible',
          )}
        >
          <Check className="size-3.5" aria-hidden="true" />
          Your choice
        </p>
      )}
      {/* On a phone the picture is small and beside the name, so that the next package fits on the
          screen. */}
      <div className="max-sm:flex max-sm:gap-4 max-sm:p-5 max-sm:pb-0">
        <div className="empty:hidden max-sm:w-28 max-sm:shrink-0 max-sm:self-start sm:overflow-hidden sm:rounded-t-card">
          {offered.imageUrl !== undefined && !isShort && (
            <PackagePicture
              packageId={offered.id}
              name={offered.name}
              url={offered.imageUrl}
              make={make}
              isDimmed={impossible !== undefined}
            />
          )}
        </div>
        <div className="min-w-0 sm:p-6 sm:pb-0">
          <Heading
            id={nameId}
            className="text-lg leading-snug font-semibold text-ink sm:min-h-[2lh] sm:text-xl"
          >
            {offered.name}
          </Heading>
          <p className="mt-1 text-2xl font-semibold tracking-tight text-ink tabular-nums sm:mt-3 sm:text-4xl">
            {formatCents(offered.priceCents + extraCents)}
          </p>
          <p className="mt-0.5 text-sm text-muted sm:mt-1">Parts &amp; Labor Included</p>
          {extraCents > 0 && (
            <p className="mt-2 text-sm font-medium">
              {formatCents(offered.priceCents)} + {formatCents(extraCents)} for extra parts in this car
            </p>
          )}
          {priceNote && <p className="mt-2 text-sm font-medium">{priceNote}</p>}
        </div>
      </div>
      {verdict && <div className="px-5 pt-4 sm:px-6 sm:pt-5">{verdict}</div>}
      <div className="flex flex-1 flex-col p-5 pt-4 sm:p-6 sm:pt-5">
        {!isShort && <Contents offered={offered} shared={shared} extraMinutes={extraMinutes} />}
        {impossible !== undefined ? (
          impossible && <div className="mt-auto grid gap-3">{impossible}</div>
        ) : presentNote ? (
          <p className="mt-auto grid min-h-12 place-items-center rounded-control bg-hover px-4 text-center text-ui font-medium">
            {presentNote}
          </p>
        ) : (
          <div className="mt-auto grid gap-4">
            {terms}
            <Button
              className="w-full"
              aria-label={`${action}: ${offered.name}`}
              busy={busy}
              onClick={onSelect}
            >
              {action}
            </Button>
          </div>
        )}
      </div>
    </article>
  )
}

type ContentsProps = Pick<PackageCardProps, 'offered'> & { shared: readonly string[]; extraMinutes: number }

/** The installation time and the features. */
function Contents({ offered, shared, extraMinutes }: ContentsProps) {
  return (
    <>
      <div className="grid gap-2 border-t border-line pt-4 text-ui sm:gap-2.5 sm:pt-5">
        <p className="flex items-start gap-2.5">
          <Clock className="mt-0.5 size-5 shrink-0 text-ember" aria-hidden="true" />
          <span>
            <span className="sr-only">Installation time: </span>
            {offered.installationTime}
            {extraMinutes > 0 && ` + ${formatExtraTime(extraMinutes)} for this car`}
          </span>
        </p>
        <p className="flex items-start gap-2.5 font-medium">
          <MonitorSmartphone className="mt-0.5 size-5 shrink-0 text-ember" aria-hidden="true" />
          {offered.mainFeature}
        </p>
      </div>
      <ul className="mt-2 mb-5 grid gap-x-3 gap-y-2 text-ui min-[22rem]:max-sm:grid-cols-2 max-sm:text-sm sm:mt-2.5 sm:mb-7 sm:gap-y-2.5">
        {offered.features.map((feature) => {
          const isShared = shared.includes(feature)
          return (
            <li
              key={feature}
              className={classNames(
                'flex items-start gap-2 sm:gap-2.5',
                isShared ? 'text-muted' : 'font-medium',
              )}
            >
              <Check
                className={classNames('size-5 shrink-0 sm:mt-0.5', isShared ? 'opacity-70' : 'text-good')}
                aria-hidden="true"
              />
              {feature}
            </li>
          )
        })}
      </ul>
    </>
  )
}

import { useCountStep } from '../funnel/count-step.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { MakesServed } from './makes-served.tsx'
import { PackagesOffered } from './packages-offered.tsx'
import { Questions } from './questions.tsx'
import { ShopPlaces } from './shop-places.tsx'
import { Solutions } from './solutions.tsx'
import { StickyAction } from './sticky-action.tsx'
import { useLandingFacts } from './use-landing-facts.ts'
import { CallToAction } from './call-to-action.tsx'
import { WhenCharged } from './when-charged.tsx'

// Until the facts are there, when the page renders after in-app navigation.
const thisYear = new Date().getFullYear()

/** Sections in the order of a visitor's questions. */
export function LandingPage() {
  const { facts, failed, retry } = useLandingFacts()
  useCountStep('landing')
  return (
    <>
      <Hero currentYear={facts?.currentYear ?? thisYear} />
      <div className="relative">
        <Solutions />
        {facts ? (
          <PackagesOffered packages={facts.packages} />
        ) : (
          <FactsAwaited failed={failed} onRetry={retry} />
        )}
        <MakesServed />
        <HowItWorks />
        <WhenCharged />
        <Questions packages={facts?.packages ?? []} />
        {facts && <ShopPlaces shops={facts.shops} moreShops={facts.moreShops} />}
        <StickyAction packages={facts?.packages ?? []} />
      </div>
      <CallToAction />
    </>
  )
}

function FactsAwaited({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  return (
    <div className="always-dark bg-canvas">
      <div className="mx-auto w-full max-w-6xl px-4 py-20 sm:px-6 sm:py-28">
        {failed ? (
          <ErrorState
            message="The packages couldn’t load. Check your connection and try again."
            onRetry={onRetry}
          />
        ) : (
          <>
            <p className="sr-only" aria-live="polite">
              Loading packages...
            </p>
            <Skeleton className="h-96 w-full" />
          </>
        )}
      </div>
    </div>
  )
}

import { funnelSteps, type Funnel, type FunnelStep, type VisitSource } from '../../contract/funnel/funnel.ts'

const stepNames: Record<FunnelStep, string> = {
  landing: 'Landing page',
  vehicle: 'Vehicle',
  package: 'Package',
  schedule: 'Schedule',
  signIn: 'Sign-in',
  payment: 'Payment',
  booked: 'Booked',
}

export const sourceNames: Record<VisitSource | 'all', string> = {
  all: 'All sources',
  direct: 'Direct',
  search: 'Search',
  social: 'Social media',
  maps: 'Maps',
  referral: 'Other sites',
}

export type FunnelBar = {
  name: string
  visits: number
  /** Percentage of the first step's visits; null where that has none. */
  share: string | null
  /** Percentage of the largest step's visits. */
  width: number
}

/** The steps in order with their visits, of one source or of all. */
export function funnelBars({ counts }: Funnel, source: VisitSource | 'all'): FunnelBar[] {
  const visitsOf = (step: FunnelStep) =>
    counts
      .filter((count) => count.step === step && (source === 'all' || count.source === source))
      .reduce((sum, { visits }) => sum + visits, 0)
  const first = visitsOf('landing')
  const most = Math.max(1, ...funnelSteps.map(visitsOf))
  return funnelSteps.map((step) => {
    const visits = visitsOf(step)
    return {
      name: stepNames[step],
      visits,
      share: first === 0 ? null : `${Math.round((visits / first) * 100)}%`,
      width: (visits / most) * 100,
    }
  })
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}

/** The result in one sentence. */
export function funnelFinding(bars: readonly FunnelBar[]): string {
  const [landing, booked] = [bars[0], bars.at(-1)]
  if (!landing || !booked || landing.visits === 0) return 'No visits to the landing page yet'
  return `${counted(landing.visits, 'visit')} to the landing page, ${counted(booked.visits, 'booking')}`
}

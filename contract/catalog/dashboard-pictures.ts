import type { Make } from './vehicles.ts'

export const dashboardStages = ['before', 'essential', 'premium', 'pro'] as const
/** Before the installation, or with one of the built-in packages. */
export type DashboardStage = (typeof dashboardStages)[number]

/** The address of the drawing of a make's dashboard. */
export function dashboardUrl(make: Make, stage: DashboardStage): string {
  return `/pictures/dashboards/${make.toLowerCase()}-${stage}.svg`
}

const stages: Readonly<Partial<Record<string, DashboardStage>>> = {
  '/pictures/smart-connect-essential.svg': 'essential',
  '/pictures/smart-connect-premium.svg': 'premium',
  '/pictures/ultra-connect-pro.svg': 'pro',
}

/** A package's picture in a car of the make. A picture that is not one of the built-in ones stays itself. */
export function pictureInMake(imageUrl: string, make: Make): string {
  const stage = stages[imageUrl]
  return stage === undefined ? imageUrl : dashboardUrl(make, stage)
}

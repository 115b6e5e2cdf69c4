import type { Make } from './vehicles.ts'

export const dashboardStages = ['before', 'essential', 'premium', 'pro'] as const
/** Before the installation, or with one of the built-in packages. */
export type DashboardStage = (typeof dashboardStages)[number]

/** The address of the drawing of a make's dashboard. */
export function dashboardUrl(make: Make, stage: DashboardStage): string {
  return `/pictures/dashboards/${make.toLowerCase()}-${stage}.svg`
}

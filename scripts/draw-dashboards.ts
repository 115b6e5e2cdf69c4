import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { dashboardStages, dashboardUrl } from '../contract/catalog/dashboard-pictures.ts'
import { modelsByMake } from '../contract/catalog/makes.ts'
import { isMake } from '../contract/catalog/vehicles.ts'
import { projectFolder } from './build-fingerprint.ts'
import { drawDashboard } from './dashboards/draw-dashboard.ts'

/** Draws the dashboards of all makes into web/public: node scripts/draw-dashboards.ts. */
for (const make of Object.keys(modelsByMake).filter(isMake))
  for (const stage of dashboardStages) {
    const file = join(projectFolder, 'web/public', dashboardUrl(make, stage))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, drawDashboard(make, stage))
  }

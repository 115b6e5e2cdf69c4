import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { dashboardStages, dashboardUrl } from '../contract/catalog/dashboard-pictures.ts'
import { modelsByMake } from '../contract/catalog/makes.ts'
import { isMake } from '../contract/catalog/vehicles.ts'
import { projectFolder } from './build-fingerprint.ts'
import { drawDashboard } from './dashboards/draw-dashboard.ts'

const folder = join(projectFolder, 'web/public')
const makes = Object.keys(modelsByMake).filter(isMake)
const all = makes.flatMap((make) => dashboardStages.map((stage) => ({ make, stage })))

test.each(all)('the file of $make $stage is the one that the script draws', ({ make, stage }) => {
  const file = readFileSync(join(folder, dashboardUrl(make, stage)), 'utf8')
  expect(file === drawDashboard(make, stage), 'Run node scripts/draw-dashboards.ts').toBe(true)
})

test.each(all)('the drawing of $make $stage is small and needs nothing else', ({ make, stage }) => {
  const drawing = drawDashboard(make, stage)
  expect(gzipSync(drawing).length).toBeLessThanOrEqual(8000)
  expect(drawing).not.toMatch(/NaN|undefined|href|<image|<style|<script/)
  expect(drawing).toContain(make)
  // Every paint that a shape asks for is defined.
  const asked = new Set([...drawing.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id))
  expect([...asked].filter((id) => !drawing.includes(` id="${id}"`))).toEqual([])
})

test('every make has a drawing of each stage, and the folder has no other file', () => {
  const files = readdirSync(join(folder, 'pictures/dashboards'))
  expect(files.toSorted()).toEqual(
    all.map(({ make, stage }) => basename(dashboardUrl(make, stage))).toSorted(),
  )
})

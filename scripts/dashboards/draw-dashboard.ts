import { audi } from './audi.ts'
import { bmw } from './bmw.ts'
import type { Dash } from './dash.ts'
import { factoryBox } from './factory-screens.ts'
import { lexus } from './lexus.ts'
import { mercedes } from './mercedes.ts'
import { definitions, phonePaints } from './paints.ts'
import { appTiles, mapAndCards, wideScreen } from './phone-screens.ts'
import { around, outside, wheel } from './surroundings.ts'
import { box, fitted } from './svg.ts'
import type { Make } from '../../contract/catalog/vehicles.ts'
import type { DashboardStage } from '../../contract/catalog/dashboard-pictures.ts'

const dashes: Readonly<Record<Make, Dash>> = { BMW: bmw, Mercedes: mercedes, Audi: audi, Lexus: lexus }

const titles: Readonly<Record<DashboardStage, string>> = {
  before: 'with the screen from the factory',
  essential: 'with apps on the screen from the factory',
  premium: 'with a 10 inch screen',
  pro: 'with a 12.3 inch touchscreen',
}

function screenOf(dash: Dash, stage: DashboardStage): string {
  const { factory, premium, pro } = dash
  const { w, h } = factory.at
  switch (stage) {
    case 'before':
      return factory.draw(factory.at, fitted([0, 0, w, h], factoryBox, dash.menu()))
    case 'essential':
      return factory.draw(factory.at, appTiles(w, h))
    case 'premium':
      return premium.draw(premium.at, mapAndCards(premium.at.w, premium.at.h))
    case 'pro':
      return pro.draw(pro.at, wideScreen(pro.at.w, pro.at.h))
  }
}

/** The dashboard of a make, before the installation or after it, as the text of an SVG file. */
export function drawDashboard(make: Make, stage: DashboardStage): string {
  const dash = dashes[make]
  const parts = [outside(), dash.draw(screenOf(dash, stage)), wheel(), box(0, 0, 1200, 800, 0, 'url(#dim)')]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" font-family="Inter,'Helvetica Neue',Helvetica,Arial,sans-serif"><title>The dashboard of a ${make} ${titles[stage]}</title>${definitions(dash.materials, phonePaints + '<clipPath id="frame"><path d="M0 0h1200v800H0z"/></clipPath>')}${around()}<g clip-path="url(#frame)">${parts.join('')}</g></svg>\n`
}

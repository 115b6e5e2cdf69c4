import type { Dash } from './dash.ts'
import { device, screenOf } from './devices.ts'
import { arcList } from './factory-screens.ts'
import { climate, controller, gloveBox, keys, lever, ventBand } from './fittings.ts'
import { edge, glow, instrument } from './surroundings.ts'
import { box, line, oval, shape } from './svg.ts'

const top = 'M-10 236C60 226 130 238 180 282C214 316 250 338 330 340C560 336 900 334 1210 346'
const seam = 'M-10 272C60 262 120 274 170 318C206 352 244 368 330 369C560 366 900 364 1210 376'

/** The slot of a screen that rises from the dash. */
const slot = (width: number) =>
  oval(600, 366, width * 0.62, 18, 'url(#shade)') +
  box(600 - width / 2 - 14, 352, width + 28, 14, 7, '#020304', 'stroke="#fff" stroke-opacity=".22"')

/** Straight lines: one band of slim vents across the dash, metal below it, and a slim screen above. */
export const audi: Dash = {
  materials: {
    pad: [
      [0, '#5b5055'],
      [0.07, '#383940'],
      [0.28, '#23272f'],
      [1, '#0e1116'],
    ],
    low: [
      [0, '#3b4048'],
      [0.2, '#262a31'],
      [1, '#0a0c0f'],
    ],
    trim: [
      [0, '#3f4750'],
      [0.3, '#98a2ad'],
      [0.5, '#c3ccd5'],
      [0.7, '#8c96a1'],
      [1, '#4a525b'],
    ],
  },
  menu: arcList,
  draw(screen) {
    return [
      shape(`${top}V800H-10Z`, 'url(#pad)'),
      edge(top, seam),
      shape('M-10 306C50 296 102 306 136 338C158 364 152 432 100 484H-10Z', '#07090d'),
      instrument(36, 420, 94),
      screen,
      shape('M-10 460C100 436 200 424 300 422H1210V520H-10Z', '#101318'),
      ventBand(316, 434, 568, 46, 5),
      ventBand(900, 434, 320, 46, 3),
      ventBand(206, 434, 94, 46, 1),
      box(-10, 490, 1230, 26, 0, 'url(#trim)'),
      line('M-10 490.5H1210', '#fff', 1.2, 'stroke-opacity=".7"'),
      line('M-10 516H1210', '#000', 3, 'stroke-opacity=".6"'),
      box(-10, 517, 1230, 300, 0, 'url(#low)'),
      gloveBox(936, 570, 300),
      glow('M-10 524H300M900 524H1210'),
      // The stack is a plain frame between two edges.
      shape(
        'M300 517H900L874 640 868 800H332L326 640Z',
        '#0d1015',
        'stroke="#000" stroke-opacity=".5" stroke-width="2"',
      ),
      line('M900 517 874 640 868 800M300 517 326 640 332 800', 'url(#alu)', 2.5),
      keys(346, 534, 508, 32, ['DRIVE', 'PARK', 'LANE', 'HAZARD', 'CAMERA', 'HEAT']),
      climate(346, 584, 508, 60),
      box(358, 662, 484, 30, 8, '#07090c', 'stroke="#fff" stroke-opacity=".08"'),
      line('M420 677H780', '#000', 5, 'stroke-linecap="round"'),
      line('M420 680H780', '#fff', 1, 'stroke-opacity=".18" stroke-linecap="round"'),
      shape('M340 800C350 734 400 712 600 712S850 734 860 800Z', 'url(#piano)'),
      line('M340 800C350 734 400 712 600 712S850 734 860 800', 'url(#alu)', 2.4),
      // The controller between its four keys.
      keys(592, 730, 84, 22, ['NAV', 'TEL'], 4),
      keys(712, 730, 84, 22, ['RADIO', 'MEDIA'], 4),
      controller(694, 788, 44),
      lever(520, 804),
    ].join('')
  },
  factory: {
    at: screenOf(7, 9, 5, 600, 240),
    draw: (at, image) =>
      slot(at.w) + device(at, { border: 11, radius: 8, rim: '#59616b', shadow: false }, image),
  },
  premium: {
    at: screenOf(10.25, 8, 3.2, 600, 234),
    draw: (at, image) =>
      slot(at.w * 0.7) + device(at, { border: 11, radius: 14, rim: 'url(#alu)', shadow: false }, image),
  },
  pro: {
    at: screenOf(12.3, 8, 3, 600, 292),
    draw: (at, image) =>
      shape('M226 430 258 336H942L974 430Z', 'url(#piano)') +
      device(at, { border: 12, radius: 18, rim: 'url(#chrome)' }, image),
  },
}

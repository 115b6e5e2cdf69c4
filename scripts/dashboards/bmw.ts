import type { Dash } from './dash.ts'
import { device, screenOf } from './devices.ts'
import { amberList } from './factory-screens.ts'
import { climate, controller, gloveBox, keys, knob, lever, slatVent } from './fittings.ts'
import { ember } from './paints.ts'
import { edge, glow, instrument } from './surroundings.ts'
import { box, line, shape } from './svg.ts'

/** The stack turns towards the driver: its right side rises and comes nearer. */
const turned = (contents: string) => `<g transform="matrix(1 -.034 0 1 0 20.4)">${contents}</g>`

const brow =
  'M-10 214C70 200 150 222 206 262C240 284 262 256 330 240C470 214 730 208 868 226C950 238 1010 280 1210 300'
const seam =
  'M-10 250C70 236 140 258 196 296C240 322 270 284 340 268C480 244 730 238 868 256C950 268 1010 312 1210 334'

/** A brow over instruments and screen in one sweep, a stack turned to the driver, and a rotary controller. */
export const bmw: Dash = {
  materials: {
    pad: [
      [0, '#5d4b4c'],
      [0.08, '#363239'],
      [0.3, '#20242c'],
      [1, '#0c0f14'],
    ],
    low: [
      [0, '#5a3524'],
      [0.25, '#3c2218'],
      [1, '#0c0706'],
    ],
    trim: [
      [0, '#5f666e'],
      [0.35, '#8b939c'],
      [0.7, '#4d545c'],
      [1, '#2c3138'],
    ],
  },
  menu: amberList,
  draw(screen) {
    return [
      shape(`${brow}V800H-10Z`, 'url(#pad)'),
      edge(brow, seam),
      // The instruments, under the left end of the brow.
      shape('M-10 286C70 276 128 294 166 332C188 360 180 430 110 484H-10Z', '#07090d'),
      instrument(48, 410, 100),
      // The trim runs from the stack to the passenger's door.
      shape('M880 470C1000 470 1110 480 1210 494V560C1110 546 1000 538 880 538Z', 'url(#trim)'),
      line('M880 470C1000 470 1110 480 1210 494', '#fff', 1.4, 'stroke-opacity=".5"'),
      slatVent(1066, 388, 190, 62),
      shape('M-10 560C80 520 200 500 320 500H880V546C1000 546 1110 554 1210 568V800H-10Z', 'url(#low)'),
      glow('M880 546C1000 546 1110 554 1210 568'),
      gloveBox(962, 620, 300),
      turned(
        [
          // The recess under the brow.
          shape(
            'M306 262Q600 230 894 262Q914 266 914 288V486Q914 506 892 506H308Q286 506 286 486V288Q286 266 306 262Z',
            '#0b0d11',
            'stroke="#000" stroke-opacity=".6" stroke-width="3"',
          ),
          shape('M306 262Q600 230 894 262L880 290Q600 264 320 290Z', '#000', 'fill-opacity=".55"'),
          screen,
          // The stack: a raised edge at its right, which turns it towards the driver.
          shape('M286 506H914L892 640 880 800H318L308 640Z', '#12151b'),
          shape('M914 506 892 640 880 800H916L924 640 940 514Z', '#1f2329'),
          line('M914 506 892 640 880 800', '#ffb98a', 1.6, 'stroke-opacity=".45"'),
          line('M286 506 308 640 318 800', '#000', 3, 'stroke-opacity=".6"'),
          slatVent(318, 520, 272, 62),
          slatVent(610, 520, 272, 62),
          box(322, 596, 556, 52, 8, '#07090c', 'stroke="#fff" stroke-opacity=".08"'),
          knob(600, 622, 22),
          keys(336, 606, 226, 32, ['1', '2', '3', '4']),
          keys(638, 606, 226, 32, ['5', '6', 'FM', 'AM']),
          climate(330, 664, 540, 52),
        ].join(''),
      ),
      // The console, with lever and controller.
      shape('M340 800C360 752 420 740 600 738S850 744 880 800Z', 'url(#piano)'),
      line('M340 800C360 752 420 740 600 738S850 744 880 800', ember, 1.6, 'stroke-opacity=".5"'),
      controller(730, 778, 54),
      lever(540, 804),
    ].join('')
  },
  factory: {
    at: screenOf(7.6, 9, 5, 600, 372),
    draw: (at, image) =>
      box(300, 272, 600, 214, 14, '#14171c') +
      device(at, { border: 12, radius: 8, rim: '#2a2f37', shadow: false }, image),
  },
  premium: {
    at: screenOf(10.25, 8, 3.1, 600, 376),
    draw: (at, image) => device(at, { border: 13, radius: 14, rim: 'url(#alu)', shadow: false }, image),
  },
  pro: {
    at: screenOf(12.3, 8, 3, 600, 368),
    draw: (at, image) => device(at, { border: 12, radius: 22, rim: 'url(#chrome)' }, image),
  },
}

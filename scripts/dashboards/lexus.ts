import type { Dash } from './dash.ts'
import { device, screenOf } from './devices.ts'
import { bevelButtons } from './factory-screens.ts'
import { climate, clock, gloveBox, keys, knob, lever, slatVent } from './fittings.ts'
import { edge, glow, instrument } from './surroundings.ts'
import { box, line, shape } from './svg.ts'

const top =
  'M-10 244C60 232 132 244 180 284C210 306 222 240 292 204C380 168 820 168 908 204C972 238 986 292 1210 312'
const seam =
  'M-10 280C60 268 124 280 172 322C208 344 236 262 300 228C384 194 816 194 900 228C960 262 980 328 1210 348'

/** Wide layers, a screen set far back under a brow, and an analog clock between upright vents. */
export const lexus: Dash = {
  materials: {
    pad: [
      [0, '#6a5550'],
      [0.07, '#413a3d'],
      [0.28, '#262830'],
      [1, '#0f1116'],
    ],
    low: [
      [0, '#8a6449'],
      [0.25, '#5d4030'],
      [0.7, '#2a1b14'],
      [1, '#120b08'],
    ],
    trim: [
      [0, '#3a2015'],
      [0.25, '#7d4a2b'],
      [0.5, '#9c6238'],
      [0.8, '#653b23'],
      [1, '#3a2015'],
    ],
  },
  menu: bevelButtons,
  draw(screen) {
    return [
      shape(`${top}V800H-10Z`, 'url(#pad)'),
      edge(top, seam),
      shape('M-10 316C50 306 108 316 146 348C168 374 162 436 104 488H-10Z', '#07090d'),
      instrument(40, 424, 94),
      // The recess: its walls run back to the screen.
      shape(
        'M282 236Q600 212 918 236Q936 238 936 256V448Q936 470 914 470H286Q264 470 264 448V256Q264 238 282 236Z',
        '#07090c',
        'stroke="#000" stroke-opacity=".6" stroke-width="3"',
      ),
      shape('M264 456 300 432H900L936 456V470H264Z', '#2c2e36'),
      line('M300 432H900', '#ffb98a', 1.2, 'stroke-opacity=".35"'),
      shape('M300 252H900V432H300Z', '#101318'),
      shape('M264 250 300 262V432L264 456ZM936 250 900 262V432L936 456Z', '#181b21'),
      shape(
        'M264 256Q264 238 282 236Q600 212 918 236Q936 238 936 256L900 274H300Z',
        '#000',
        'fill-opacity=".6"',
      ),
      screen,
      // The second layer, stitched, in the color of the seats.
      shape('M-10 520C120 486 200 474 290 470H910C1000 474 1100 484 1210 500V800H-10Z', 'url(#low)'),
      line(
        'M-10 520C120 486 200 474 290 470H910C1000 474 1100 484 1210 500',
        '#ffb98a',
        1.8,
        'stroke-opacity=".6"',
      ),
      line(
        'M-10 540C120 506 200 492 290 488H370M830 488H910C1000 492 1100 502 1210 518',
        '#000',
        3.2,
        'stroke-opacity=".5"',
      ),
      line(
        'M-10 540C120 506 200 492 290 488H370M830 488H910C1000 492 1100 502 1210 518',
        '#f0c79c',
        1.8,
        'stroke-dasharray="9 4.5" stroke-opacity=".85"',
      ),
      shape('M880 584C1000 586 1110 594 1210 606V656C1110 644 1000 638 872 636Z', 'url(#trim)'),
      line('M880 584C1000 586 1110 594 1210 606', '#fff', 1.4, 'stroke-opacity=".4"'),
      slatVent(1060, 386, 190, 66),
      gloveBox(946, 690, 300),
      glow('M872 642C1000 644 1110 650 1210 662'),
      // The stack.
      shape(
        'M346 470H854Q878 472 880 496L862 640 850 800H350L338 640 320 496Q322 472 346 470Z',
        '#14171c',
        'stroke="#000" stroke-opacity=".5" stroke-width="2"',
      ),
      line(
        'M346 470H854Q878 472 880 496L862 640 850 800M350 800 338 640 320 496Q322 472 346 470',
        'url(#alu)',
        3,
      ),
      slatVent(352, 488, 166, 78, 5),
      slatVent(682, 488, 166, 78, 5),
      shape('M530 484H670L662 572H538Z', '#0b0d10', 'stroke="#fff" stroke-opacity=".1"'),
      clock(600, 528, 50, 36),
      box(352, 582, 496, 64, 10, '#07090c', 'stroke="#fff" stroke-opacity=".08"'),
      knob(392, 614, 24),
      knob(808, 614, 24),
      box(430, 592, 340, 8, 4, '#000', 'stroke="#fff" stroke-opacity=".16"'),
      keys(430, 608, 340, 28, ['RADIO', 'MEDIA', 'SEEK', 'TUNE', 'CAR']),
      climate(362, 662, 476, 52),
      // The console: wood around the lever, and a pad that moves the pointer.
      shape('M350 800C362 746 420 732 600 732S840 746 850 800Z', 'url(#trim)'),
      line('M350 800C362 746 420 732 600 732S840 746 850 800', 'url(#alu)', 2.4),
      shape(
        'M656 800C660 762 684 752 730 752S806 764 810 800Z',
        '#101318',
        'stroke="url(#alu)" stroke-width="2"',
      ),
      box(690, 766, 86, 30, 12, 'url(#rim)', 'stroke="#fff" stroke-opacity=".15"'),
      lever(520, 804),
    ].join('')
  },
  factory: {
    at: screenOf(7, 9, 5, 600, 344),
    draw: (at, image) => device(at, { border: 10, radius: 8, rim: '#333a43', shadow: false }, image),
  },
  premium: {
    at: screenOf(10.25, 8, 3.1, 600, 346),
    draw: (at, image) => device(at, { border: 12, radius: 12, rim: 'url(#alu)', shadow: false }, image),
  },
  pro: {
    at: screenOf(12.3, 8, 3, 600, 336),
    draw: (at, image) => device(at, { border: 12, radius: 18, rim: 'url(#chrome)' }, image),
  },
}

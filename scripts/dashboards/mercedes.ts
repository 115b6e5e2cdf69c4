import type { Dash } from './dash.ts'
import { device, screenOf } from './devices.ts'
import { tunerScale } from './factory-screens.ts'
import { gloveBox, toggles, turbineVent } from './fittings.ts'
import { ember } from './paints.ts'
import { edge, glow, instrument } from './surroundings.ts'
import { box, line, oval, shape, text } from './svg.ts'

const top =
  'M-10 250C70 236 150 246 210 290C260 330 330 372 440 380C560 386 700 384 800 366C930 342 1070 336 1210 350'
const seam =
  'M-10 286C70 272 140 284 200 326C256 368 330 404 440 411C560 416 700 414 800 398C930 376 1070 370 1210 384'

/** The foot of a screen that stands on the dash. */
const foot = (width: number, y: number) =>
  oval(600, y + 14, width * 0.9, 20, 'url(#shade)') +
  shape(`M${600 - width / 2} ${y - 10}H${600 + width / 2}l16 28H${600 - width / 2 - 16}Z`, 'url(#piano)')

/** A screen that stands free above three round vents, and a console that falls in one wide plane. */
export const mercedes: Dash = {
  materials: {
    pad: [
      [0, '#6b5150'],
      [0.07, '#3d363c'],
      [0.28, '#22262e'],
      [1, '#0c0f14'],
    ],
    low: [
      [0, '#4a2c20'],
      [0.3, '#2c1913'],
      [1, '#0b0605'],
    ],
    trim: [
      [0, '#2a1a12'],
      [0.2, '#5e3b25'],
      [0.5, '#7a4e30'],
      [0.75, '#4c2f1f'],
      [1, '#2a1a12'],
    ],
  },
  menu: tunerScale,
  draw(screen) {
    const falling = 'M352 428C420 410 780 410 848 428C856 560 884 690 950 810H250C316 690 344 560 352 428Z'
    return [
      shape(`${top}V800H-10Z`, 'url(#pad)'),
      edge(top, seam),
      shape('M-10 322C60 310 116 322 152 354C174 380 168 440 106 490H-10Z', '#07090d'),
      instrument(44, 430, 96),
      shape(
        'M-10 500C120 470 240 462 352 460H848C980 452 1100 450 1210 458V540C1100 532 980 532 848 540H352C240 540 120 552-10 586Z',
        'url(#trim)',
      ),
      line(
        'M848 460C980 452 1100 450 1210 458M352 460C300 461 260 464 220 467',
        '#fff',
        1.6,
        'stroke-opacity=".45"',
      ),
      shape('M-10 586C120 552 240 542 352 542H848C980 534 1100 534 1210 542V800H-10Z', 'url(#low)'),
      glow('M848 546C980 538 1100 538 1210 546'),
      glow('M200 560C250 552 300 548 350 547'),
      turbineVent(1128, 476, 56),
      gloveBox(974, 588, 300),
      // The plane of the console.
      shape(falling, 'url(#piano)'),
      line(
        'M352 428C344 560 316 690 250 810M848 428C856 560 884 690 950 810',
        '#000',
        9,
        'stroke-opacity=".4"',
      ),
      line('M352 428C344 560 316 690 250 810M848 428C856 560 884 690 950 810', 'url(#alu)', 4),
      shape('M420 640C500 628 700 628 780 640L816 810H384Z', 'url(#trim)', 'fill-opacity=".75"'),
      turbineVent(448, 494, 60),
      turbineVent(600, 494, 60),
      turbineVent(752, 494, 60),
      box(412, 574, 376, 32, 8, '#05070a', 'stroke="#fff" stroke-opacity=".1"'),
      text('70°', [446, 596], 17, '#ffcfae', { weight: 600 }),
      text('AUTO', [548, 595], 13.5, '#c8d3de', { weight: 600 }),
      ...[0, 1, 2, 3, 4].map((bar) =>
        box(616 + bar * 10, 597 - bar * 3, 5.5, 3 + bar * 3, 1.5, bar < 3 ? ember : '#323b45'),
      ),
      text('68°', [752, 596], 17, '#ffcfae', { weight: 600 }),
      toggles(406, 614, 388, 8),
      // The rest of the hand, with its pad.
      shape(
        'M508 800C508 736 530 712 600 712S692 736 692 800Z',
        '#0c0e12',
        'stroke="url(#alu)" stroke-width="2.4"',
      ),
      shape(
        'M534 800C534 750 550 734 600 734S666 750 666 800Z',
        '#1a1e25',
        'stroke="#fff" stroke-opacity=".12"',
      ),
      screen,
    ].join('')
  },
  factory: {
    at: screenOf(7.3, 9, 5, 600, 252),
    draw: (at, image) =>
      foot(190, 372) + device(at, { border: 15, radius: 12, rim: '#4a525c', shadow: false }, image),
  },
  premium: {
    at: screenOf(10.25, 8, 3.2, 600, 250),
    draw: (at, image) =>
      foot(240, 372) + device(at, { border: 14, radius: 18, rim: 'url(#alu)', shadow: false }, image),
  },
  pro: {
    at: screenOf(12.3, 8, 3.05, 560, 242),
    draw: (at, image) =>
      foot(420, 382) + device(at, { border: 14, radius: 24, rim: 'url(#chrome)', shadow: false }, image),
  },
}

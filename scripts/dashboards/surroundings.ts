import { box, disc, line, n, oval, shape } from './svg.ts'
import { ember, night, stitch, sunlit } from './paints.ts'

const horizon = 196
/** Where the road meets the horizon: left of the middle, before the driver. */
const far = 430

const stars = [
  [212, 40, 1.2],
  [298, 92, 0.8],
  [371, 28, 1],
  [455, 66, 0.9],
  [528, 22, 1.1],
  [642, 52, 0.8],
  [726, 30, 1.2],
  [812, 74, 0.8],
  [890, 36, 1],
  [958, 64, 0.9],
  [1018, 24, 1.1],
] as const

const clouds = [
  [60, 122, 420],
  [330, 148, 520],
  [700, 112, 460],
  [820, 158, 380],
  [520, 172, 300],
] as const

const townLights = [
  36, 118, 152, 236, 262, 322, 508, 566, 618, 690, 742, 776, 858, 912, 934, 1006, 1058, 1102, 1168,
] as const

/** The view through the windshield: dusk over an open road. */
export function outside(): string {
  const sky = [
    box(0, 0, 1200, horizon + 2, 0, 'url(#sky)'),
    ...stars.map(([x, y, r]) => disc(x, y, r, '#fff', 'fill-opacity=".5"')),
    oval(780, horizon, 470, 120, 'url(#sun)'),
    ...clouds.map(([x, y, w], index) =>
      shape(
        `M${x} ${y}q${w / 2}-7 ${w} 0q${-w / 2} 5 ${-w} 0Z`,
        index % 2 === 0 ? sunlit : '#46406e',
        `fill-opacity="${index % 2 === 0 ? 0.24 : 0.45}"`,
      ),
    ),
  ]
  const hills = [
    shape(
      `M0 ${horizon}V182q60-4 120-2t130-12 140 6 150 2 120-8 150 10 140-6 130 4 120-4V${horizon}Z`,
      '#7c4a62',
      'fill-opacity=".75"',
    ),
    shape(
      `M0 ${horizon + 2}V188q80 6 160-4t150 4 170 0 180-6 160 6 190-2 190 2V${horizon + 2}Z`,
      'url(#hill)',
    ),
    box(0, horizon, 1200, 240, 0, 'url(#land)'),
  ]
  const road = [
    shape(`M${far - 3} ${horizon}h6L1010 430H-150Z`, '#2d2940'),
    shape(`M${far} ${horizon}L640 430H500Z`, '#ffb06c', 'fill-opacity=".12"'),
    ...[208, 224, 248, 284, 336].map((y) => {
      const depth = (y - horizon) / 240
      return [-1, 1]
        .map((side) =>
          shape(
            `M${n(far + side * 190 * depth)} ${y}h${n(2 + 14 * depth)}l${n(side * 22 * depth)} ${n(6 + 34 * depth)}h${n(-2 - 20 * depth)}Z`,
            '#f2dcc6',
            'fill-opacity=".65"',
          ),
        )
        .join('')
    }),
    ...(
      [
        [386, 208, 2.4, '#fff1d0'],
        [395, 208, 2.4, '#fff1d0'],
        [338, 226, 3.4, '#fff1d0'],
        [352, 226, 3.4, '#fff1d0'],
        [462, 212, 2.2, '#ff4b3e'],
        [470, 212, 2.2, '#ff4b3e'],
        [520, 236, 3.2, '#ff4b3e'],
        [534, 236, 3.2, '#ff4b3e'],
      ] as const
    ).map(([x, y, r, color]) => disc(x, y, r * 2.6, color, 'fill-opacity=".2"') + disc(x, y, r * 0.8, color)),
    ...townLights.map((x, index) =>
      disc(x, horizon - 4 + (index % 3) * 2, 1.1 + (index % 2) * 0.6, '#ffd9a0', 'fill-opacity=".8"'),
    ),
  ]
  const frame = [
    shape('M0 0H104C66 110 28 200-30 290L0 300Z', '#07090d'),
    shape('M1200 0H1096C1134 110 1172 200 1230 290L1200 300Z', '#07090d'),
    shape('M0 0H1200V16C840 32 360 32 0 16Z', '#07090d'),
  ]
  return [...sky, ...hills, ...road, ...frame].join('')
}

/** The color around the frame, in a window of another shape. */
export function around(): string {
  return shape('M-4800-3200H6000V4000H-4800z', night, 'id="around"')
}

/** A top edge of the dash: the sun on it, and a seam below. */
export function edge(d: string, seam?: string): string {
  const lit = line(d, sunlit, 1.8, 'stroke-opacity=".7"')
  if (seam === undefined) return lit
  return (
    lit +
    line(seam, '#000', 3.6, 'stroke-opacity=".55"') +
    line(seam, stitch, 1.8, 'stroke-dasharray="9 4.5" stroke-opacity=".85" stroke-linecap="round"')
  )
}

/** A line of ambient light. */
export function glow(d: string): string {
  return (
    line(d, ember, 20, 'stroke-opacity=".06" stroke-linecap="round"') +
    line(d, ember, 8, 'stroke-opacity=".18" stroke-linecap="round"') +
    line(d, ember, 3.4, 'stroke-opacity=".55" stroke-linecap="round"') +
    line(d, '#ffe3cb', 1.4, 'stroke-linecap="round"')
  )
}

/** The instruments behind the wheel, at the left edge of the picture. */
export function instrument(x: number, y: number, r: number): string {
  const ticks = Array.from({ length: 17 }, (_, index) => {
    const angle = (-120 + index * 15) * (Math.PI / 180)
    const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
    const inner = index % 2 === 0 ? r * 0.8 : r * 0.86
    return `M${n(x + sin * inner)} ${n(y - cos * inner)}L${n(x + sin * r * 0.92)} ${n(y - cos * r * 0.92)}`
  }).join('')
  const needle = 52 * (Math.PI / 180)
  return (
    disc(x, y, r, '#05080d', 'stroke="#3a4654" stroke-width="3"') +
    line(ticks, '#b9c6d4', 2) +
    line(
      `M${n(x - r * 0.6)} ${n(y + r * 0.35)}A${n(r * 0.7)} ${n(r * 0.7)} 0 1 1 ${n(x + r * 0.55)} ${n(y - r * 0.43)}`,
      ember,
      3,
      'stroke-opacity=".7" stroke-linecap="round"',
    ) +
    line(
      `M${x} ${y}L${n(x + Math.sin(needle) * r * 0.78)} ${n(y - Math.cos(needle) * r * 0.78)}`,
      '#ffe3cb',
      3.5,
    ) +
    disc(x, y, r * 0.14, 'url(#knob)')
  )
}

/** The right part of the steering wheel, nearest to the viewer. */
export function wheel(): string {
  const rim = (rx: number, ry: number, stroke: string, width: number, more = '') =>
    oval(-300, 620, rx, ry, 'none', `stroke="${stroke}" stroke-width="${width}"${more && ` ${more}`}`)
  return [
    rim(432, 408, '#000', 64, 'stroke-opacity=".35"'),
    shape(
      'M-10 574C40 572 80 560 126 548L130 654C84 650 40 668-10 678Z',
      '#15181e',
      'stroke="#000" stroke-opacity=".5"',
    ),
    box(18, 594, 76, 50, 16, '#07090c', 'stroke="#fff" stroke-opacity=".1"'),
    line('M40 619h32M56 605v28', '#ffcfae', 2.6, 'stroke-linecap="round"'),
    rim(432, 408, 'url(#rim)', 46),
    rim(452, 428, sunlit, 1.8, 'stroke-opacity=".35"'),
    rim(426, 402, stitch, 1.8, 'stroke-opacity=".7" stroke-dasharray="8 5"'),
  ].join('')
}

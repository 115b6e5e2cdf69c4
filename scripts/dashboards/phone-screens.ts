import { box, disc, fitted, line, moved, n, shape, text } from './svg.ts'
import { ember } from './paints.ts'

const muted = '#a9bace'

/** Icons of our own, each in a box of 24 units. */
const icons = {
  phone:
    '<path d="M7.6 4.2 5.2 5.6C4.5 12.9 11.1 19.5 18.4 18.8l1.4-2.4-4-2.6-1.9 1.6c-2.2-1-4.3-3.1-5.3-5.3l1.6-1.9Z" fill="#fff"/>',
  music:
    '<path d="M9 17V6.5l9-2V15" fill="none" stroke="#fff" stroke-width="1.8" stroke-linejoin="round"/><ellipse cx="7" cy="17" rx="2.6" ry="2.1" fill="#fff"/><ellipse cx="16" cy="15" rx="2.6" ry="2.1" fill="#fff"/>',
  maps: '<path d="M12 4 18.5 19.5 12 16.4 5.5 19.5Z" fill="#fff"/>',
  messages:
    '<path d="M12 5c-4.6 0-8 2.8-8 6.4 0 2 1.1 3.8 2.9 5L6.2 19.6l3.4-1.6q1.2.3 2.4.3c4.6 0 8-3 8-6.9S16.6 5 12 5Z" fill="#fff"/>',
  podcasts:
    '<path d="M5 10.5v3M8.5 8v8M12 5v14M15.5 8v8M19 10.5v3" stroke="#fff" stroke-width="1.9" stroke-linecap="round"/>',
  calendar:
    '<path d="M5.5 5h13a1.5 1.5 0 0 1 1.5 1.5V18.5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5V6.5A1.5 1.5 0 0 1 5.5 5Z" fill="#fff"/><path d="M4 10h16" stroke="#ef8b2c" stroke-width="1.8"/>',
  assistant:
    '<rect x="9.5" y="4" width="5" height="10" rx="2.5" fill="#fff"/><path d="M6.5 11.5a5.5 5.5 0 0 0 11 0M12 17v3" fill="none" stroke="#fff" stroke-width="1.7" stroke-linecap="round"/>',
  car: '<path d="M4.5 17v-4.5L6.7 7h10.6l2.2 5.5V17h-2.7v-1.7H7.2V17Z" fill="#2b3646"/><path d="M7 11.5 8 8.6h8l1 2.9Z" fill="#e9eef4"/>',
} as const

type Icon = keyof typeof icons

const colors: Readonly<Record<Icon, string>> = {
  phone: 'green',
  music: 'red',
  maps: 'teal',
  messages: 'blue',
  podcasts: 'violet',
  calendar: 'amber',
  assistant: 'ink',
  car: 'white',
}

const apps: readonly (readonly [Icon, string])[] = [
  ['phone', 'Phone'],
  ['music', 'Music'],
  ['maps', 'Maps'],
  ['messages', 'Messages'],
  ['podcasts', 'Podcasts'],
  ['calendar', 'Calendar'],
  ['assistant', 'Assistant'],
  ['car', 'My car'],
]

/** An app's icon on its colored tile. */
function tile(icon: Icon, x: number, y: number, size: number): string {
  const inner = size * 0.72
  return (
    box(x, y, size, size, size * 0.24, `url(#${colors[icon]})`) +
    moved(x + (size - inner) / 2, y + (size - inner) / 2, inner / 24, icons[icon])
  )
}

/** The column at the left: time, signal, and the three apps used last. */
function sideBar(w: number, h: number): string {
  const size = Math.min(w * 0.56, h * 0.15)
  const x = (w - size) / 2
  const bar = (index: number) =>
    box(w / 2 - 11 + index * 6, h * 0.24 - 4 - index * 2.4, 4, 4 + index * 2.4, 1, '#fff')
  return (
    box(0, 0, w, h, 0, '#05090f', 'fill-opacity=".5"') +
    text('6:42', [w / 2, h * 0.14], Math.min(w * 0.34, h * 0.095), '#fff', { weight: 600 }) +
    [0, 1, 2, 3].map(bar).join('') +
    (['maps', 'music', 'phone'] as const)
      .map((icon, index) => tile(icon, x, h * (0.32 + index * 0.19), size))
      .join('') +
    [0, 1]
      .flatMap((row) =>
        [0, 1].map((column) => box(w / 2 - 7 + column * 8, h * 0.89 + row * 8, 6, 6, 1.5, '#fff')),
      )
      .join('')
  )
}

/** The phone's home screen: two rows of apps. */
export function appTiles(w: number, h: number): string {
  const side = w * 0.14
  const size = Math.min(((w - side) / 4) * 0.64, h * 0.29)
  const column = (w - side) / 4.3
  const left = side + (w - side - column * 4) / 2
  return (
    box(0, 0, w, h, 0, 'url(#home)') +
    sideBar(side, h) +
    apps
      .map(([icon, name], index) => {
        const x = left + (index % 4) * column + (column - size) / 2
        const y = h * (index < 4 ? 0.1 : 0.53)
        return tile(icon, x, y, size) + text(name, [x + size / 2, y + size + h * 0.078], h * 0.066, '#fff')
      })
      .join('')
  )
}

/** A map in perspective with the route, in a box of 320 x 210 whose edges may be cut. */
function map(): string {
  const streets = [56, 74, 98, 132, 176].map((y) => `M0 ${y}H320`).join('')
  const avenues = [-280, -170, -90, -30, 30, 90, 170, 280]
    .map((x) => `M${n(160 + x * 0.36)} 40L${160 + x * 1.3} 210`)
    .join('')
  const blocks = [
    'M70 58h34l-8 14H58Z',
    'M196 58h34l12 14h-40Z',
    'M40 100h52l-14 28H20Z',
    'M176 100h34l8 28h-40Z',
    'M226 136h66l26 36h-78Z',
    'M88 136h52l-6 36H68Z',
  ]
  const route = 'M160 210V98H221L192 40'
  return (
    '<rect width="320" height="210" fill="#0f1a29"/><rect width="320" height="40" fill="#2b2b50"/>' +
    shape('M0 40H70L0 110Z', '#12352f') +
    line(streets + avenues, '#27384f', 2.5) +
    blocks.map((block) => shape(block, '#1c2a3e')).join('') +
    line(route, '#0c3f86', 11, 'stroke-linejoin="round"') +
    line(route, '#58b0ff', 6.5, 'stroke-linejoin="round" stroke-linecap="round"') +
    disc(160, 138, 22, '#58b0ff', 'fill-opacity=".22"') +
    shape('M160 119 175 155 160 148 145 155Z', '#fff')
  )
}

function guidance(x: number, y: number, w: number): string {
  return moved(
    x,
    y,
    w / 150,
    box(0, 0, 150, 50, 11, '#0d6b58') +
      line(
        'M22 38V24q0-5 5-5h12M33 11l8 8-8 8',
        '#fff',
        4,
        'stroke-linecap="round" stroke-linejoin="round"',
      ) +
      text('0.3 mi', [56, 24], 19, '#fff', { anchor: 'start', weight: 700 }) +
      text('W Main St', [56, 40], 14, '#d5ece6', { anchor: 'start' }),
  )
}

function arrival(x: number, y: number, w: number): string {
  const facts = [
    ['7:05', 'arrival'],
    ['23', 'min'],
    ['14', 'mi'],
  ] as const
  return moved(
    x,
    y,
    w / 200,
    box(0, 0, 200, 44, 11, '#0a121c', 'fill-opacity=".9"') +
      facts
        .map(
          ([figure, unit], index) =>
            text(figure, [38 + index * 62, 21], 18, '#fff', { weight: 700 }) +
            text(unit, [38 + index * 62, 36], 12, muted),
        )
        .join(''),
  )
}

const card = (w: number, h: number) =>
  box(0.5, 0.5, w - 1, h - 1, 12, '#1a2638', 'stroke="#fff" stroke-opacity=".08"')

/** The song that plays, in a box of 200 x 120. */
function music(): string {
  return (
    card(200, 120) +
    box(12, 12, 58, 58, 8, 'url(#cover)') +
    disc(50, 34, 11, '#ffe2b8') +
    shape('M12 54q18-13 30-2t28-8v18q0 8-8 8H20q-8 0-8-8Z', '#2b1750', 'fill-opacity=".8"') +
    text('Night Drive', [80, 38], 15.5, '#fff', { anchor: 'start', weight: 600 }) +
    text('Nightliners', [80, 58], 13.5, muted, { anchor: 'start' }) +
    line('M14 82H186', '#3d4a5e', 4, 'stroke-linecap="round"') +
    line('M14 82H82', ember, 4, 'stroke-linecap="round"') +
    shape(
      'M72 95v16l-12-8ZM56 95h4v16h-4ZM94 94h5v18h-5ZM103 94h5v18h-5ZM130 95v16l12-8ZM142 95h4v16h-4Z',
      '#fff',
    )
  )
}

/** A call, in a box of 200 x 70. */
function call(): string {
  return (
    card(200, 70) +
    tile('phone', 12, 13, 44) +
    text('Maya', [68, 33], 17, '#fff', { anchor: 'start', weight: 600 }) +
    text('Mobile, now', [68, 52], 13.5, muted, { anchor: 'start' })
  )
}

/** The next entry of the calendar, in a box of 200 x 80. */
function event(): string {
  return (
    card(200, 80) +
    box(14, 16, 5, 48, 2.5, '#ffb454') +
    text('Dinner with Ana', [30, 36], 16, '#fff', { anchor: 'start', weight: 600 }) +
    text('7:30 PM, Oak Street', [30, 58], 13.5, muted, { anchor: 'start' })
  )
}

/** The weather and the car's range, in a box of 150 x 200. */
function day(): string {
  return (
    card(150, 200) +
    disc(36, 46, 13, '#ffd27a') +
    shape('M30 70a11 11 0 0 1 1-22q3 0 5 1a15 15 0 0 1 27 6 8 8 0 0 1-1 15Z', '#dfe7f0') +
    text('68°', [134, 67], 30, '#fff', { anchor: 'end', weight: 600 }) +
    line('M16 98H134', '#3d4a5e', 1.5) +
    text('Home', [16, 128], 17, '#fff', { anchor: 'start', weight: 600 }) +
    text('7:05 PM', [16, 149], 13.5, muted, { anchor: 'start' }) +
    text('Range', [16, 182], 13.5, muted, { anchor: 'start' }) +
    text('318 mi', [134, 182], 15, '#fff', { anchor: 'end', weight: 600 })
  )
}

/** Map, song and call side by side. */
export function mapAndCards(w: number, h: number): string {
  const side = w * 0.1
  const cards = Math.min(w * 0.34, h * 1.02)
  const mapWidth = w - side - cards
  const gap = h * 0.04
  const cardWidth = cards - gap * 2
  const songHeight = cardWidth * 0.6
  const eventHeight = cardWidth * 0.4
  const callHeight = cardWidth * 0.35
  const hasEvent = h - songHeight - eventHeight - callHeight > gap * 3
  const between = (h - songHeight - callHeight - (hasEvent ? eventHeight : 0)) / (hasEvent ? 4 : 3)
  const left = w - cards + gap
  return (
    box(0, 0, w, h, 0, 'url(#ground)') +
    fitted([side, 0, mapWidth, h], [320, 210], map()) +
    guidance(side + gap, gap, Math.min(mapWidth * 0.5, h * 0.75)) +
    arrival(side + mapWidth / 2 - h * 0.42, h * (1 - 0.225), h * 0.84) +
    sideBar(side, h) +
    fitted([left, between, cardWidth, songHeight], [200, 120], music()) +
    (hasEvent ? fitted([left, between * 2 + songHeight, cardWidth, eventHeight], [200, 80], event()) : '') +
    fitted([left, h - between - callHeight, cardWidth, callHeight], [200, 70], call())
  )
}

/** The widest screen: the day's facts beside map, song and call. */
export function wideScreen(w: number, h: number): string {
  const gap = h * 0.04
  const dayWidth = h * 0.7
  const rest = w - dayWidth - gap
  return (
    box(0, 0, w, h, 0, 'url(#ground)') +
    mapAndCards(rest, h) +
    fitted([rest, gap, dayWidth, h - gap * 2], [150, 200], day(), 'meet')
  )
}

type Stop = readonly [offset: number, color: string, opacity?: number]

const stopsOf = (stops: readonly Stop[]) =>
  stops
    .map(([offset, color, opacity]) => {
      const alpha = opacity === undefined ? '' : ` stop-opacity="${opacity}"`
      return `<stop offset="${offset}" stop-color="${color}"${alpha}/>`
    })
    .join('')

const down = (id: string, ...stops: Stop[]) =>
  `<linearGradient id="${id}" x2="0" y2="1">${stopsOf(stops)}</linearGradient>`
const across = (id: string, ...stops: Stop[]) =>
  `<linearGradient id="${id}">${stopsOf(stops)}</linearGradient>`
const slanted = (id: string, ...stops: Stop[]) =>
  `<linearGradient id="${id}" x2="1" y2="1">${stopsOf(stops)}</linearGradient>`
const round = (id: string, ...stops: Stop[]) =>
  `<radialGradient id="${id}">${stopsOf(stops)}</radialGradient>`

export const ember = '#ff9d63'
export const stitch = '#d89a6c'
/** The low sun on an edge that faces the windshield. */
export const sunlit = '#ffb98a'
export const night = '#0b1119'

/** The light of every picture: a low sun behind the windshield, and metal and leather under it. */
const shared = [
  down(
    'sky',
    [0, '#0b1119'],
    [0.3, '#131c33'],
    [0.55, '#2c2c55'],
    [0.74, '#6b4063'],
    [0.88, '#c5634f'],
    [1, '#ffb468'],
  ),
  round('sun', [0, '#ffe3b0', 0.95], [0.12, '#ffc27a', 0.75], [0.45, '#f08350', 0.3], [1, '#f08350', 0]),
  down('hill', [0, '#43304d'], [1, '#241f38']),
  down('land', [0, '#3a2a45'], [0.25, '#231f38'], [1, '#12121f']),
  down('chrome', [0, '#eef2f6'], [0.4, '#7b8794'], [0.6, '#39424c'], [1, '#a9b4bf']),
  down('slat', [0, '#3a424c'], [0.35, '#12161b'], [1, '#050608']),
  down('piano', [0, '#262b33'], [0.08, '#0d1014'], [0.5, '#08090c'], [1, '#030405']),
  down('alu', [0, '#c9d2dc'], [0.5, '#59636f'], [1, '#20262d']),
  down('rim', [0, '#3d3f47'], [0.5, '#1a1d23'], [1, '#07080b']),
  round('knob', [0, '#4b535d'], [0.6, '#252a32'], [1, '#0a0c0f']),
  round('shade', [0, '#000', 0.8], [0.6, '#000', 0.45], [1, '#000', 0]),
  round('cast', [0, '#7fb4ff', 0.3], [1, '#7fb4ff', 0]),
  slanted('glass', [0, '#fff', 0.12], [0.42, '#fff', 0.02], [0.43, '#fff', 0], [1, '#fff', 0]),
  down('dim', [0, '#000', 0], [0.6, '#000', 0], [1, '#000', 0.45]),
]

/** The dash of one make: its upper and lower leather, and the material of its trim. */
export type Materials = { pad: readonly Stop[]; low: readonly Stop[]; trim: readonly Stop[] }

export function definitions({ pad, low, trim }: Materials, more: string): string {
  return `<defs>${shared.join('')}${down('pad', ...pad)}${down('low', ...low)}${across('trim', ...trim)}${more}</defs>`
}

/** The colors of the phone's screens. */
export const phonePaints = [
  down('ground', [0, '#16243a'], [1, '#0b131f']),
  slanted('home', [0, '#24406a'], [0.55, '#3a3764'], [1, '#6d3f5a']),
  down('green', [0, '#63e08b'], [1, '#1fa35a']),
  down('red', [0, '#ff8a7a'], [1, '#d93a4a']),
  down('blue', [0, '#6bb8ff'], [1, '#2468d6']),
  down('teal', [0, '#5fe0dc'], [1, '#118a9c']),
  down('violet', [0, '#c39bff'], [1, '#7142d1']),
  down('amber', [0, '#ffd27a'], [1, '#ef8b2c']),
  down('ink', [0, '#5a6a80'], [1, '#2b3646']),
  down('white', [0, '#fff'], [1, '#d7dfe9']),
  slanted('cover', [0, '#ffb36b'], [0.5, '#e2566b'], [1, '#44277a']),
].join('')

import { box, line, oval, text } from './svg.ts'

/** The box of every factory screen; its glass has the same shape. */
export const factoryBox = [360, 200] as const

const words = (lines: readonly (readonly [string, number, number, number])[], fill: string) =>
  lines.map(([name, x, y, size]) => text(name, [x, y], size, fill, { anchor: 'start' })).join('')

/** A list beside the tuned station, amber on black: radios of about 2012. */
export function amberList(): string {
  const entries = ['Multimedia', 'Radio', 'Telephone', 'Contacts', 'Vehicle info', 'Settings']
  return (
    box(0, 0, 360, 200, 0, '#0c0a09') +
    box(0, 0, 360, 26, 0, '#1b1613') +
    words([['Main menu', 14, 18, 13]], '#a58a6c') +
    text('6:42 PM', [346, 18], 13, '#8b7257', { anchor: 'end' }) +
    line('M0 26H360', '#6d4a24', 1) +
    entries
      .map((entry, index) => {
        const y = 50 + index * 25
        const chosen = index === 1
        return (
          (chosen ? box(6, y - 17, 196, 24, 3, '#3a2411', 'stroke="#b06a22"') : '') +
          text(entry, [20, y], 14.5, chosen ? '#e0974a' : '#9a8166', { anchor: 'start' })
        )
      })
      .join('') +
    line('M214 34V192', '#33261a', 1) +
    text('FM', [286, 72], 13, '#8b7257') +
    text('98.7', [286, 108], 32, '#b98348') +
    text('MHz', [286, 128], 12, '#8b7257') +
    line('M232 152H342M232 152v-7M254 152v-4M276 152v-7M298 152v-4M320 152v-7M342 152v-4', '#5c452d', 1.4) +
    line('M284 140v18', '#b06a22', 2.4)
  )
}

/** A tuner scale between two rows of words, grey-blue. */
export function tunerScale(): string {
  const ticks = Array.from(
    { length: 31 },
    (_, index) => `M${30 + index * 10} 132v${index % 5 === 0 ? -14 : -8}`,
  ).join('')
  return (
    box(0, 0, 360, 200, 0, '#10151c') +
    box(0, 0, 360, 32, 0, '#1c2530') +
    box(76, 3, 64, 26, 3, '#31455c') +
    words(
      [
        ['Navi', 24, 21, 14],
        ['Audio', 90, 21, 14],
        ['Tel', 164, 21, 14],
        ['Video', 222, 21, 14],
        ['System', 292, 21, 14],
      ],
      '#8fa2b5',
    ) +
    text('FM  Radio', [180, 60], 13, '#74879a') +
    text('98.7 MHz', [180, 98], 29, '#a6bacd') +
    line('M20 132H340', '#41566b', 1.2) +
    line(ticks, '#41566b', 1.2) +
    ['88', '93', '98', '103', '108']
      .map((mark, index) => text(mark, [40 + index * 70, 150], 12, '#62768a'))
      .join('') +
    line('M196 112v26', '#c0873f', 2.6) +
    box(0, 168, 360, 32, 0, '#1c2530') +
    words(
      [
        ['Waveband', 22, 188, 13],
        ['Presets', 128, 188, 13],
        ['Info', 222, 188, 13],
        ['Sound', 292, 188, 13],
      ],
      '#7e91a4',
    )
  )
}

/** A list on an arc with a word in each corner, dull red. */
export function arcList(): string {
  const stations = ['FM  92.3', 'FM  94.9', 'FM  98.7', 'FM  101.1', 'FM  104.3']
  return (
    box(0, 0, 360, 200, 0, '#0b0809') +
    oval(-46, 100, 190, 150, 'none', 'stroke="#5a1c1e" stroke-width="2"') +
    oval(-46, 100, 120, 96, 'none', 'stroke="#33161a" stroke-width="2"') +
    box(116, 84, 176, 30, 3, '#4d1a1c') +
    stations
      .map((station, index) =>
        text(
          station,
          [[112, 124, 130, 124, 112][index] ?? 112, 50 + index * 27.5],
          index === 2 ? 17 : 14,
          index === 2 ? '#d99a90' : '#8a6a68',
          {
            anchor: 'start',
          },
        ),
      )
      .join('') +
    text('Radio', [30, 105], 14, '#a07672') +
    text('Band', [16, 22], 13, '#93605c', { anchor: 'start' }) +
    text('Memory', [344, 22], 13, '#93605c', { anchor: 'end' }) +
    text('Scan', [16, 190], 13, '#93605c', { anchor: 'start' }) +
    text('Sound', [344, 190], 13, '#93605c', { anchor: 'end' }) +
    line('M312 52V148', '#33161a', 4) +
    line('M312 84V112', '#8c3230', 4)
  )
}

/** Beveled buttons around the tuned station, teal on blue. */
export function bevelButtons(): string {
  const button = (x: number, y: number, w: number, label: string) =>
    box(x, y, w, 28, 4, '#27485a', 'stroke="#4c7284"') + text(label, [x + w / 2, y + 19], 13, '#9dbcc8')
  return (
    box(0, 0, 360, 200, 0, '#12242f') +
    box(0, 0, 360, 30, 0, '#1a3442') +
    words([['Audio', 14, 20, 14]], '#9dbcc8') +
    text('6:42', [346, 20], 13, '#7fa0ad', { anchor: 'end' }) +
    line('M0 30H360', '#3a6072', 1.2) +
    box(12, 42, 222, 62, 5, '#0d1b24', 'stroke="#2b4a59"') +
    text('FM 1', [30, 66], 13, '#7fa0ad', { anchor: 'start' }) +
    text('98.7', [132, 86], 34, '#a9cbd6') +
    text('ST', [216, 66], 12, '#7fa0ad', { anchor: 'end' }) +
    button(246, 42, 102, 'Presets') +
    button(246, 76, 102, 'Sound') +
    [0, 1, 2, 3, 4, 5]
      .map((index) =>
        button(
          12 + (index % 3) * 76,
          114 + Math.floor(index / 3) * 38,
          70,
          `${index + 1}   ${['92.3', '94.9', '98.7', '101.1', '104.3', '106.7'][index] ?? ''}`,
        ),
      )
      .join('') +
    button(246, 114, 102, 'AM / FM') +
    button(246, 152, 102, 'Disc')
  )
}

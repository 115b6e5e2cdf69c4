import { box, disc, line, n, oval, shape, text } from './svg.ts'
import { ember } from './paints.ts'

const seam = 'stroke-opacity=".55"'

/** A vent with flat slats in a bright frame, narrower at its foot. */
export function slatVent(x: number, y: number, w: number, h: number, slats = 4): string {
  const inset = 6
  const step = (h - 14) / slats
  const slat = (index: number) => {
    const top = y + 9 + index * step
    const by = inset * ((top - y) / h)
    return shape(
      `M${n(x + 7 + by)} ${n(top)}H${n(x + w - 7 - by)}l-1 ${n(step * 0.55)}H${n(x + 8 + by)}Z`,
      'url(#slat)',
    )
  }
  const post = [0.2, 0.38, 0.62, 0.8].map((at) => `M${n(x + w * at)} ${n(y + 7)}V${n(y + h - 6)}`).join('')
  return (
    shape(
      `M${x + 8} ${y}H${x + w - 8}q8 0 7 9l-4 ${h - 18}q-1 9-9 9H${x + 14}q-8 0-9-9L${x + 1} ${y + 9}q-1-9 7-9Z`,
      '#030405',
      'stroke="url(#chrome)" stroke-width="2.2"',
    ) +
    Array.from({ length: slats }, (_, index) => slat(index)).join('') +
    line(post, '#000', 3, seam) +
    box(x + w / 2 - 6, y + h / 2 - 14, 12, 28, 3, 'url(#chrome)')
  )
}

/** A round vent with the blades of a turbine. */
export function turbineVent(x: number, y: number, r: number): string {
  const blades = Array.from({ length: 6 }, (_, index) => {
    const at = index * 60 * (Math.PI / 180)
    const point = (radius: number, turn: number) =>
      `${n(x + Math.cos(at + turn) * radius)} ${n(y + Math.sin(at + turn) * radius)}`
    return `M${point(r * 0.3, 0)}L${point(r * 0.78, 0.12)}L${point(r * 0.78, 0.24)}L${point(r * 0.3, 0.34)}Z`
  }).join('')
  return (
    disc(x, y + 3, r + 5, '#000', 'fill-opacity=".5"') +
    disc(x, y, r, '#07090c', `stroke="url(#chrome)" stroke-width="${n(r * 0.1)}"`) +
    disc(x, y, r * 0.87, 'none', `stroke="${ember}" stroke-opacity=".55" stroke-width="2"`) +
    disc(x, y, r * 0.8, '#030405') +
    shape(blades, 'url(#alu)', 'stroke="#000" stroke-opacity=".5"') +
    disc(x, y, r * 0.3, 'url(#knob)', 'stroke="url(#chrome)" stroke-width="2.4"') +
    disc(x, y, r * 0.13, '#07090c')
  )
}

/** A low band of slats across the dash. */
export function ventBand(x: number, y: number, w: number, h: number, posts: number): string {
  const post = Array.from(
    { length: posts },
    (_, index) => `M${n(x + ((index + 1) * w) / (posts + 1))} ${y + 4}V${y + h - 4}`,
  ).join('')
  return (
    box(x, y, w, h, 6, '#030405', 'stroke="url(#chrome)" stroke-width="1.6"') +
    [0, 1, 2]
      .map((index) => box(x + 6, y + 6 + (index * (h - 8)) / 3, w - 12, (h - 8) / 5, 2, 'url(#slat)'))
      .join('') +
    line(post, '#000', 4)
  )
}

export function knob(x: number, y: number, r: number, label = ''): string {
  return (
    disc(x, y + 2, r + 4, '#020304') +
    disc(x, y, r, 'url(#knob)', 'stroke="url(#chrome)" stroke-width="2.2"') +
    (label === ''
      ? line(`M${n(x)} ${n(y - r * 0.84)}v${n(r * 0.34)}`, '#ffcfae', 2.6, 'stroke-linecap="round"')
      : disc(x, y, r * 0.66, '#080a0d') + text(label, [x, y + r * 0.18], r * 0.5, '#ffcfae', { weight: 600 }))
  )
}

/** A row of keys with lit letters. */
export function keys(x: number, y: number, w: number, h: number, labels: readonly string[], gap = 6): string {
  const width = (w - gap * (labels.length - 1)) / labels.length
  return labels
    .map((label, index) => {
      const left = x + index * (width + gap)
      return (
        box(left, y, width, h, Math.min(7, h / 3), 'url(#piano)', 'stroke="#fff" stroke-opacity=".1"') +
        text(label, [left + width / 2, y + h / 2 + 4.6], Math.min(13, h * 0.42), '#ffcfae', { weight: 600 })
      )
    })
    .join('')
}

/** Toggle switches of metal in a row. */
export function toggles(x: number, y: number, w: number, count: number): string {
  const step = w / count
  return Array.from({ length: count }, (_, index) => {
    const left = x + index * step + 3
    return (
      box(left, y, step - 6, 26, 5, 'url(#alu)', 'stroke="#000" stroke-opacity=".6"') +
      line(`M${n(left + 8)} ${n(y + 13)}h${n(step - 22)}`, '#1a1f26', 2, 'stroke-opacity=".8"')
    )
  }).join('')
}

/** The air conditioning: two temperatures, and its modes between them. */
export function climate(x: number, y: number, w: number, h = 58): string {
  const middle = y + h / 2
  const r = h * 0.56
  const left = x + r + 12
  const right = x + w - r - 12
  const modes = ['AUTO', 'A/C', '', 'MAX', 'REAR']
  const step = (right - left - r * 2) / modes.length
  return (
    box(x, y, w, h, h * 0.3, '#06080b', 'stroke="#fff" stroke-opacity=".1"') +
    modes
      .map((mode, index) => {
        const at = left + r + step * (index + 0.5)
        if (mode === '')
          return [0, 1, 2, 3, 4]
            .map((bar) =>
              box(
                at - 23 + bar * 10,
                middle + 10 - bar * 4.4,
                5.4,
                5 + bar * 4.4,
                1.5,
                bar < 3 ? ember : '#323b45',
              ),
            )
            .join('')
        return (
          text(mode, [at, middle + 1], 13.5, '#c8d3de', { weight: 600 }) +
          box(at - 9, middle + 10, 18, 3, 1.5, index < 2 ? ember : '#323b45')
        )
      })
      .join('') +
    knob(left, middle, r, '70°') +
    knob(right, middle, r, '68°')
  )
}

/** An analog clock in a bright oval. */
export function clock(x: number, y: number, rx: number, ry: number): string {
  const marks = Array.from({ length: 12 }, (_, index) => {
    const at = index * 30 * (Math.PI / 180)
    const [sin, cos] = [Math.sin(at), Math.cos(at)]
    return `M${n(x + sin * rx * 0.72)} ${n(y - cos * ry * 0.72)}L${n(x + sin * rx * 0.84)} ${n(y - cos * ry * 0.84)}`
  }).join('')
  return (
    oval(x, y + 3, rx + 6, ry + 5, '#000', 'fill-opacity=".5"') +
    oval(x, y, rx, ry, '#ece3d6', 'stroke="url(#chrome)" stroke-width="6"') +
    oval(x, y, rx - 4, ry - 4, 'none', 'stroke="#000" stroke-opacity=".35" stroke-width="2"') +
    line(marks, '#2b2620', 2.2) +
    line(`M${x} ${y}L${n(x - rx * 0.16)} ${n(y + ry * 0.42)}`, '#1b1713', 3.4, 'stroke-linecap="round"') +
    line(`M${x} ${y}L${n(x - rx * 0.6)} ${n(y + ry * 0.2)}`, '#1b1713', 2.4, 'stroke-linecap="round"') +
    disc(x, y, 3.4, '#1b1713')
  )
}

/** The rotary controller of the console, seen from above its front. */
export function controller(x: number, y: number, rx: number): string {
  const ry = rx * 0.5
  return (
    oval(x, y + 8, rx * 1.3, ry * 1.3, '#000', 'fill-opacity=".5"') +
    oval(x, y + 4, rx * 1.18, ry * 1.18, '#07090c', 'stroke="#fff" stroke-opacity=".14"') +
    shape(`M${n(x - rx)} ${n(y - 14)}v14a${n(rx)} ${n(ry)} 0 0 0 ${n(rx * 2)} 0v-14Z`, 'url(#alu)') +
    oval(x, y - 14, rx, ry, 'url(#knob)', 'stroke="url(#chrome)" stroke-width="2.4"') +
    oval(x, y - 15, rx * 0.62, ry * 0.6, 'none', 'stroke="#fff" stroke-opacity=".16" stroke-width="1.6"')
  )
}

/** The glove box, as its seam and its handle. */
export function gloveBox(x: number, y: number, w: number): string {
  return (
    line(
      `M${x} ${y}H${x + w}V${y + 150}Q${x + w} ${y + 166} ${x + w - 16} ${y + 166}H${x + 22}Q${x + 6} ${y + 166} ${x + 5} ${y + 150}Z`,
      '#000',
      3.4,
      'stroke-opacity=".45"',
    ) +
    line(`M${x} ${y + 2.5}H${x + w}`, '#fff', 1, 'stroke-opacity=".1"') +
    box(x + w / 2 - 34, y + 16, 68, 14, 7, '#000', 'fill-opacity=".5" stroke="#fff" stroke-opacity=".1"')
  )
}

/** The selector lever of the gearbox, in front of the console. */
export function lever(x: number, y: number): string {
  return (
    oval(x, y + 50, 62, 22, '#000', 'fill-opacity=".5"') +
    shape(`M${x - 44} ${y + 50}q6-30 18-42h52q12 12 18 42Z`, '#101318') +
    shape(
      `M${x - 24} ${y + 20}l-6-58q-2-22 18-24h24q20 2 18 24l-6 58q-24 10-48 0Z`,
      'url(#rim)',
      'stroke="#000" stroke-opacity=".5"',
    ) +
    line(`M${x - 26} ${y - 44}q2-14 16-15h20q14 1 16 15`, '#ffb98a', 1.8, 'stroke-opacity=".6"') +
    box(x - 13, y - 46, 26, 12, 5, 'url(#chrome)')
  )
}

import type { Content, ContentTable, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { pathOf } from '../../../contract/workshop/signature-path.ts'
import { signatureBox, type Strokes } from '../../../contract/workshop/work-order.ts'
import type { PageSize, Sheet } from '../../../contract/workshop/sheets.ts'

export const gray = '#4a596a'
export const lineColor = '#9aa7b5'
export const pageSizeNames = { letter: 'LETTER', a4: 'A4' } as const

type Layout = {
  pageSize: PageSize
  scale: number
  /** Called with the number of pages. */
  countPages: (count: number) => void
}

/** The layout of a sheet for pdfmake, with all its text `scale` times as large. */
export function documentOf(sheet: Sheet, { pageSize, scale, countPages }: Layout): TDocumentDefinitions {
  const size = (points: number) => points * scale
  return {
    pageSize: pageSizeNames[pageSize],
    pageMargins: [42, 40, 42, 48],
    info: { title: `${sheet.title} ${sheet.subtitle}` },
    defaultStyle: { font: 'Roboto', fontSize: size(9.5), lineHeight: 1.15 },
    footer: (page, count) => {
      countPages(count)
      const text = count > 1 ? `${sheet.footer} · ${page} of ${count}` : sheet.footer
      return { text, alignment: 'center', fontSize: 8, color: gray, margin: [42, 14, 42, 0] }
    },
    content: [
      headOf(sheet, size),
      factsOf(sheet, size),
      ...amountsOf(sheet, size),
      ...listsOf(sheet, size),
      ...signatureOf(sheet, size),
    ],
  }
}

type Size = (points: number) => number

function headOf({ title, subtitle, shop, jobUrl }: Sheet, size: Size): Content {
  const [name = '', ...rest] = shop
  return {
    columns: [
      {
        width: '*',
        stack: [
          { text: title, fontSize: size(20), bold: true },
          { text: subtitle, color: gray, margin: [0, 2, 0, size(8)] },
          { text: name, bold: true },
          ...rest.map((text) => ({ text, color: gray })),
        ],
      },
      ...(jobUrl === null ? [] : [{ width: 74, qr: jobUrl, fit: 74, eccLevel: 'L' as const }]),
    ],
    margin: [0, 0, 0, size(12)],
  }
}

/** Thin lines between the rows of a table, and none beside it. */
export function rowLines(padding: number): Exclude<ContentTable['layout'], string | undefined> {
  return {
    hLineColor: () => lineColor,
    hLineWidth: (row, node) => (row === node.table.body.length ? 0 : 0.5),
    vLineWidth: () => 0,
    paddingLeft: () => 0,
    paddingTop: () => padding,
    paddingBottom: () => padding,
  }
}

/** A line to write on. */
function penLine(size: Size): Content {
  const y = size(13)
  return {
    canvas: [
      { type: 'line', x1: 0, y1: y, x2: 150, y2: y, lineWidth: 0.6, lineColor: gray, dash: { length: 1.5 } },
    ],
    margin: [0, 0, 0, size(3)],
  }
}

const factColumns = 3

function factsOf(sheet: Sheet, size: Size): Content {
  const cells = sheet.facts.map(({ label, lines }): Content => ({
    stack: [
      { text: label, fontSize: size(8), color: gray },
      ...(lines.length === 0 ? [penLine(size)] : lines.map((text) => ({ text }))),
    ],
  }))
  const rows = Array.from({ length: Math.ceil(cells.length / factColumns) }, (_, row) =>
    Array.from({ length: factColumns }, (__, column): Content => cells[row * factColumns + column] ?? ''),
  )
  return {
    table: { widths: ['*', '*', '*'], body: rows },
    layout: rowLines(size(3)),
    margin: [0, 0, 0, size(8)],
  }
}

function amountsOf(sheet: Sheet, size: Size): Content[] {
  if (sheet.amounts.length === 0) return []
  const body = sheet.amounts.map(({ label, amount, isTotal }): Content[] => {
    const look = { bold: isTotal, fontSize: size(isTotal ? 12 : 10) }
    return [
      { text: label, ...look },
      { text: amount, ...look, alignment: 'right' },
    ]
  })
  return [{ table: { widths: ['*', 'auto'], body }, layout: rowLines(5), margin: [0, 0, 0, size(10)] }]
}

/** The first two beside each other, the others below. */
function listsOf({ lists }: Sheet, size: Size): Content[] {
  const [first, second, ...others] = lists.map(({ heading, items }): Content => ({
    stack: [
      { text: heading, bold: true, fontSize: size(10.5), margin: [0, size(6), 0, size(3)] },
      ...items.map(({ text, mark }) => itemOf(text, mark, size)),
    ],
  }))
  return [{ columns: [first ?? '', second ?? ''], columnGap: 22 }, ...others]
}

function itemOf(text: string, mark: boolean | null, size: Size): Content {
  if (mark === null) return { text, margin: [0, size(1), 0, size(1)] }
  const side = size(8.5)
  const tick = [
    { x: side * 0.2, y: side * 0.55 },
    { x: side * 0.42, y: side * 0.8 },
    { x: side * 0.85, y: side * 0.25 },
  ]
  return {
    columnGap: 5,
    columns: [
      {
        width: side,
        canvas: [
          { type: 'rect', x: 0, y: size(0.5), w: side, h: side, lineWidth: 0.6, lineColor: gray },
          ...(mark ? [{ type: 'polyline' as const, points: tick, lineWidth: 1.2 }] : []),
        ],
      },
      { width: '*', text },
    ],
    margin: [0, size(1.5), 0, size(1.5)],
  }
}

function signatureOf({ signature }: Sheet, size: Size): Content[] {
  if (!signature) return []
  const { wording, signed, signedOn } = signature
  return [
    {
      unbreakable: true,
      margin: [0, size(12), 0, 0],
      stack: [
        { text: wording, bold: true },
        drawnOf(signed),
        { canvas: [{ type: 'line', x1: 0, y1: 2, x2: 300, y2: 2, lineWidth: 0.6, lineColor: gray }] },
        {
          text: signed === null ? 'Name, signature and date' : `${signed.signerName}, ${signedOn}`,
          fontSize: 8,
          color: gray,
          margin: [0, 3, 0, 0],
        },
      ],
    },
  ]
}

/** The signature, or room for a pen. */
function drawnOf(signed: NonNullable<Sheet['signature']>['signed']): Content {
  return signed === null
    ? { text: ' ', margin: [0, 26, 0, 0] }
    : drawnSignature(signed.strokes, signed.signerName)
}

/** The drawn signature, or the typed name in its place. */
export function drawnSignature(strokes: Strokes, signerName: string): Content {
  if (strokes.length === 0) return { text: signerName, italics: true, fontSize: 16, margin: [0, 6, 0, 0] }
  const { width, height } = signatureBox
  const path = `<path d="${pathOf(strokes)}" fill="none" stroke="#101a26" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>`
  return { svg: `<svg viewBox="0 0 ${width} ${height}">${path}</svg>`, width: 150, height: 60 }
}

import type { Content, ContentColumns, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import type { PageSize } from '../../../contract/workshop/sheets.ts'
import { printable } from './printable-sheet.ts'
import type { Report, ReportPart, ReportPhoto, SignedPart } from './report.ts'
import { drawnSignature, gray, lineColor, pageSizeNames, rowLines } from './sheet-document.ts'

/** Points of a page's width between its margins. */
const innerWidth = { letter: 612 - 84, a4: 595 - 84 }
const photoColumns = 3
const photoGap = 10
const photoHeight = 150

/** The layout of a report for pdfmake. */
export function documentOfReport(report: Report, pageSize: PageSize): TDocumentDefinitions {
  const images: Record<string, string> = {}
  const toContent = (part: ReportPart) => contentOf(part, { images, width: innerWidth[pageSize] })
  return {
    pageSize: pageSizeNames[pageSize],
    pageMargins: [42, 40, 42, 48],
    info: { title: printable(report.title) },
    defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.15 },
    images,
    footer: (page, count) => ({
      text: `${printable(report.footer)} · ${page} of ${count}`,
      alignment: 'center',
      fontSize: 8,
      color: gray,
      margin: [42, 14, 42, 0],
    }),
    content: [
      { text: printable(report.title), fontSize: 18, bold: true },
      { text: printable(report.subtitle), color: gray, margin: [0, 2, 0, 2] },
      { text: printable(report.lead), color: gray, fontSize: 8 },
      ...report.sections.flatMap(({ heading, parts }): Content[] => [
        {
          text: printable(heading),
          bold: true,
          fontSize: 12,
          margin: [0, 16, 0, 5],
          // Not alone at the end of a page.
          headlineLevel: 1,
        },
        ...(parts.length === 0 ? [{ text: 'None.', color: gray }] : parts.flatMap(toContent)),
      ]),
    ],
    pageBreakBefore: (node, nodes) =>
      node.headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0,
  }
}

type Column = ContentColumns['columns'][number]
type Place = { images: Record<string, string>; width: number }

function contentOf(part: ReportPart, place: Place): Content[] {
  switch (part.kind) {
    case 'facts':
      return [factsOf(part.rows)]
    case 'lines':
      return part.lines.map((text): Content => ({ text: printable(text), margin: [0, 1, 0, 1] }))
    case 'events':
      return part.rows.length === 0 ? [] : [eventsOf(part.rows)]
    case 'quote':
      return quoteOf(part)
    case 'ticks':
      return part.items.map(tickOf)
    case 'signature':
      return [signatureOf(part)]
    case 'photos':
      return photosOf(part.photos, place)
    case 'together':
      return [
        {
          stack: part.parts.flatMap((each) => contentOf(each, place)),
          unbreakable: countRows(part.parts) <= mostRowsTogether,
        },
      ]
  }
}

/** Rows of facts that fit on a page with a signature, however long their words. */
const mostRowsTogether = 18

const countRows = (parts: readonly ReportPart[]) =>
  parts.reduce((sum, part) => sum + (part.kind === 'facts' ? part.rows.length : 0), 0)

function factsOf(rows: { label: string; text: string }[]): Content {
  return {
    table: {
      widths: [110, '*'],
      body: rows.map(({ label, text }) => [{ text: label, color: gray }, { text: printable(text) }]),
    },
    layout: rowLines(2),
    margin: [0, 0, 0, 4],
  }
}

function eventsOf(rows: { at: string; text: string; by: string }[]): Content {
  return {
    table: {
      widths: [136, '*', 92],
      body: rows.map(({ at, text, by }) => [
        { text: at, color: gray },
        { text: printable(text) },
        { text: printable(by), color: gray },
      ]),
    },
    layout: { ...rowLines(2), paddingRight: () => 6 },
    margin: [0, 0, 0, 6],
  }
}

/** Beside a line, as quotes are set. */
function quoteOf({ lead, text }: { lead: string; text: string }): Content[] {
  return [
    { text: printable(lead), bold: true, margin: [0, 6, 0, 2] },
    {
      table: {
        widths: ['*'],
        body: [
          [{ text: text.split('\n').map(printable).join('\n'), fontSize: 8.5, preserveLeadingSpaces: true }],
        ],
      },
      layout: {
        hLineWidth: () => 0,
        vLineWidth: (column) => (column === 0 ? 1.5 : 0),
        vLineColor: () => lineColor,
        paddingLeft: () => 8,
        paddingTop: () => 1,
        paddingBottom: () => 1,
      },
      margin: [0, 0, 0, 2],
    },
  ]
}

function tickOf({ text, isDone, by }: { text: string; isDone: boolean; by: string }): Content {
  return {
    columns: [
      { width: 48, text: isDone ? 'Done' : 'Not done', bold: isDone, color: isDone ? '#101a26' : gray },
      { width: '*', text: printable(text) },
      { width: 92, text: printable(by), color: gray },
    ],
    margin: [0, 1, 0, 1],
  }
}

function signatureOf({ wording, signerName, signedOn, strokes, note }: SignedPart): Content {
  return {
    unbreakable: true,
    margin: [0, 6, 0, 6],
    stack: [
      { text: printable(wording), bold: true },
      drawnSignature(strokes, printable(signerName)),
      { canvas: [{ type: 'line', x1: 0, y1: 2, x2: 300, y2: 2, lineWidth: 0.6, lineColor: gray }] },
      { text: `${printable(signerName)}, ${signedOn}`, fontSize: 8, color: gray, margin: [0, 3, 0, 0] },
      ...(note === null
        ? []
        : [
            { text: note, fontSize: 8, bold: true, margin: [0, 2, 0, 0] as [number, number, number, number] },
          ]),
    ],
  }
}

/** Rows of photos, each with its caption. */
function photosOf(photos: readonly ReportPhoto[], { images, width }: Place): Content[] {
  const cellWidth = (width - (photoColumns - 1) * photoGap) / photoColumns
  const cells = photos.map(({ caption, jpeg }, index): Column => {
    const name = `photo ${index}`
    if (jpeg) images[name] = `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`
    return {
      width: cellWidth,
      stack: [
        jpeg
          ? { image: name, fit: [cellWidth, photoHeight] }
          : { text: 'No picture', color: gray, italics: true, margin: [0, 8, 0, 8] },
        { text: printable(caption), fontSize: 8, color: gray, margin: [0, 2, 0, 0] },
      ],
    }
  })
  const rows = Array.from({ length: Math.ceil(cells.length / photoColumns) }, (_, row) =>
    Array.from(
      { length: photoColumns },
      (__, column): Column => cells[row * photoColumns + column] ?? { text: '', width: cellWidth },
    ),
  )
  return rows.map((columns): Content => ({
    columns,
    columnGap: photoGap,
    unbreakable: true,
    margin: [0, 4, 0, 6],
  }))
}

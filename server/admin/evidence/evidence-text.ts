import type { Report, ReportPart } from '../../workshop/sheets/report.ts'

/** A report as plain text. Drawn signatures and photos are named; the PDF shows them. */
export function textOfReport({ title, subtitle, lead, sections }: Report): string {
  return [
    title,
    subtitle,
    lead,
    ...sections.flatMap(({ heading, parts }) => [
      '',
      heading.toUpperCase(),
      '='.repeat(heading.length),
      ...(parts.length === 0 ? ['None.'] : parts.flatMap(linesOf)),
    ]),
    '',
  ].join('\n')
}

const withName = (text: string, by: string) => (by === '' ? text : `${text} (${by})`)

function linesOf(part: ReportPart): string[] {
  switch (part.kind) {
    case 'facts':
      return part.rows.map(({ label, text }) => `${label}: ${text}`)
    case 'lines':
      return part.lines
    case 'events':
      return part.rows.map(({ at, text, by }) => `${at}: ${withName(text, by)}`)
    case 'quote':
      return [part.lead, ...part.text.split('\n').map((line) => `  | ${line}`)]
    case 'ticks':
      return part.items.map(({ text, isDone, by }) => `[${isDone ? 'x' : ' '}] ${withName(text, by)}`)
    case 'signature':
      return [
        `“${part.wording}”`,
        `  Signed by ${part.signerName}, ${part.signedOn}`,
        ...(part.note === null ? [] : [`  ${part.note}`]),
      ]
    case 'photos':
      return part.photos.map(({ caption }) => `Photo: ${caption}`)
    case 'together':
      return part.parts.flatMap(linesOf)
  }
}

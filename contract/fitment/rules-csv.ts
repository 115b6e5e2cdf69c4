import { confidenceLevels, fitmentOutcomes, fitmentRule, type FitmentRule } from './fitment-data.ts'

/** The columns of the rules as CSV, one rule a row. Sources are lines of one cell. */
export const ruleColumns = [
  'Rule',
  'Generation',
  'Head unit',
  'Question',
  'Answer',
  'Package',
  'Outcome',
  'Customer note',
  'Shop note',
  'Extra minutes',
  'Extra cents',
  'Confidence',
  'Sources',
] as const

export type RulesOfCsv = { rules: FitmentRule[] } | { problem: string }

/** The start of a text that a spreadsheet may run as a formula, after apostrophes of the export. */
const shielded = /^'+[\s\p{Cc}\p{Cf}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\u2212]/u

/** A text as it was before the export shielded it from a spreadsheet. */
function unshielded(text: string): string {
  return shielded.test(text) ? text.slice(1) : text
}

/** The rows of a CSV (RFC 4180), also with the line ends of other systems; null for a text that is none. */
export function readCsvRows(text: string): string[][] | null {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y
  cell.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text)
    if (!match) return null
    row.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '')
    if (match[3] === ',') {
      if (cell.lastIndex === text.length) row.push('')
      else continue
    }
    if (row.some((text) => text !== '')) rows.push(row)
    row = []
  }
  return rows
}

const numberOf = (text: string) => (/^\d{1,7}$/.test(text.trim()) ? Number(text) : Number.NaN)

function ruleOfRow(cells: readonly string[]): unknown {
  const [id, generationId, headUnitId, questionId, value, packageId, ...rest] = cells.map((cell) =>
    unshielded(cell).trim(),
  )
  const [outcome, customerNote, shopNote, extraMinutes = '', extraCents = '', confidence, sources = ''] = rest
  return {
    id,
    generationId,
    headUnitId: headUnitId === '' ? null : headUnitId,
    answer: questionId === '' && value === '' ? null : { questionId, value },
    packageId: numberOf(packageId ?? ''),
    outcome,
    customerNote,
    shopNote,
    extraMinutes: numberOf(extraMinutes),
    extraCents: numberOf(extraCents),
    confidence,
    sources: sources
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  }
}

const columnOf: Readonly<Record<string, (typeof ruleColumns)[number]>> = {
  id: 'Rule',
  generationId: 'Generation',
  headUnitId: 'Head unit',
  answer: 'Answer',
  packageId: 'Package',
  outcome: 'Outcome',
  customerNote: 'Customer note',
  shopNote: 'Shop note',
  extraMinutes: 'Extra minutes',
  extraCents: 'Extra cents',
  confidence: 'Confidence',
  sources: 'Sources',
}
const choices: Readonly<Record<string, readonly string[]>> = {
  Outcome: fitmentOutcomes,
  Confidence: confidenceLevels,
}

/** The rules of a CSV, or a sentence with the row and the column that cannot be read. */
export function readRulesCsv(text: string): RulesOfCsv {
  const rows = readCsvRows(text)
  const [head, ...body] = rows ?? []
  if (!head) return { problem: 'This file is not a CSV. Export the rules to see the columns.' }
  const differing = ruleColumns.find((name, index) => head[index]?.trim() !== name)
  if (differing !== undefined || head.length !== ruleColumns.length)
    return { problem: `This CSV has other columns. The columns are: ${ruleColumns.join(', ')}.` }
  const rules: FitmentRule[] = []
  for (const [index, cells] of body.entries()) {
    const place = `Row ${index + 2}`
    if (cells.length !== ruleColumns.length)
      return { problem: `${place} has ${cells.length} cells instead of ${ruleColumns.length}.` }
    const parsed = fitmentRule.safeParse(ruleOfRow(cells))
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      const column = columnOf[String(issue?.path[0])] ?? 'Rule'
      const allowed = choices[column]
      return {
        problem: allowed
          ? `${place}: ${column} must be one of ${allowed.join(', ')}.`
          : `${place}: please check the column ${column}.`,
      }
    }
    rules.push(parsed.data)
  }
  return { rules }
}

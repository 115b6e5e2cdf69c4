import { ruleColumns } from '../../contract/fitment/rules-csv.ts'
import type { FitmentRule } from '../../contract/fitment/fitment-data.ts'
import type { Context } from '../context.ts'
import { byteOrderMark, writeCsvLines, type CsvCell } from '../csv-text.ts'
import { getFitmentData } from './queries.ts'

function toCells(rule: FitmentRule): CsvCell[] {
  return [
    { written: rule.id },
    { written: rule.generationId },
    { written: rule.headUnitId ?? '' },
    { written: rule.answer?.questionId ?? '' },
    { written: rule.answer?.value ?? '' },
    String(rule.packageId),
    rule.outcome,
    { written: rule.customerNote },
    { written: rule.shopNote },
    String(rule.extraMinutes),
    String(rule.extraCents),
    rule.confidence,
    { written: rule.sources.join('\n') },
  ]
}

/** Writes the rules in force as CSV, in pieces of 500 rows. An import reads them back as they are. */
export async function* writeRules(context: Context): AsyncGenerator<string> {
  const { data } = await getFitmentData(context.database)
  yield byteOrderMark + writeCsvLines([ruleColumns])
  for (let start = 0; start < data.rules.length; start += 500)
    yield writeCsvLines(data.rules.slice(start, start + 500).map(toCells))
}

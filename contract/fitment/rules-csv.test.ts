import { expect, test } from 'vitest'
import { readCsvRows, readRulesCsv, ruleColumns } from './rules-csv.ts'

const head = ruleColumns.join(',')
const row = 'e70/1,e70,,,,1,fits,,,0,0,medium,'

test('cells may be quoted, and lines end as each system writes them', () => {
  expect(readCsvRows('\uFEFFa,"b ""c"", d"\r\n"e\nf",\n')).toEqual([
    ['a', 'b "c", d'],
    ['e\nf', ''],
  ])
  expect(readCsvRows('a,b\n\n,,\nc,')).toEqual([
    ['a', 'b'],
    ['c', ''],
  ])
  expect(readCsvRows('a "b" c')).toBeNull()
})

test('a rule is read as it is, without the apostrophe of the export', () => {
  expect(readRulesCsv(`${head}\n${row}\n`)).toMatchObject({
    rules: [{ id: 'e70/1', headUnitId: null, answer: null, extraCents: 0, sources: [] }],
  })
  const full = `e70/1,e70,e70/cic,screen,wide,2,does_not_fit,'-1,"''=2",30,1500,low,"a\nb"`
  expect(readRulesCsv(`${head}\n${full}`)).toMatchObject({
    rules: [
      {
        headUnitId: 'e70/cic',
        answer: { questionId: 'screen', value: 'wide' },
        customerNote: '-1',
        shopNote: "'=2",
        extraMinutes: 30,
        extraCents: 1500,
        sources: ['a', 'b'],
      },
    ],
  })
})

test.each([
  ['no CSV', 'a "b" c', 'This file is not a CSV. Export the rules to see the columns.'],
  ['an empty file', '', 'This file is not a CSV. Export the rules to see the columns.'],
  ['other columns', 'Rule,Car\n', `This CSV has other columns. The columns are: ${ruleColumns.join(', ')}.`],
  ['a short row', `${head}\n${row}\ne70/2,e70\n`, 'Row 3 has 2 cells instead of 13.'],
  [
    'an unknown outcome',
    `${head}\n${row.replace('fits', 'maybe')}`,
    'Row 2: Outcome must be one of fits, fits_with_condition, does_not_fit, needs_review, activation_only.',
  ],
  [
    'words for minutes',
    `${head}\n${row.replace(',0,0,', ',half an hour,0,')}`,
    'Row 2: please check the column Extra minutes.',
  ],
])('%s is told in words', (_, text, problem) => {
  expect(readRulesCsv(text)).toEqual({ problem })
})

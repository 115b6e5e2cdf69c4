import { expect, test } from 'vitest'
import { textOfPdf } from '../../../tests/support/pdf-text.ts'
import { renderReport } from './render-sheet.ts'
import type { ReportPart } from './report.ts'

const facts = (count: number, label: string): ReportPart => ({
  kind: 'facts',
  rows: Array.from({ length: count }, (_, row) => ({ label, text: `Row${row}` })),
})
const signature: ReportPart = {
  kind: 'signature',
  wording: 'I agree.',
  signerName: 'Casey Rivera',
  signedOn: 'Today',
  strokes: [],
  note: null,
}

async function pagesOf(parts: ReportPart[]): Promise<string[]> {
  const text = { title: 'Evidence', subtitle: '', lead: '', footer: 'Dashfit' }
  return textOfPdf(await renderReport({ ...text, sections: [{ heading: 'Order', parts }] }, 'letter'))
}

test('parts that belong together stand on one page, wherever on the page they begin', async () => {
  for (let before = 24; before < 48; before += 4) {
    const pages = await pagesOf([
      facts(before, 'Before'),
      { kind: 'together', parts: [facts(10, 'Line'), signature] },
    ])
    const found = pages.filter((page) => page.includes('Line') || page.includes('Iagree.'))
    expect(found, `after ${before} rows`).toHaveLength(1)
    expect(found[0]?.match(/LineRow/g)).toHaveLength(10)
  }
})

test('more than a page holds is not cut off', async () => {
  const text = (await pagesOf([{ kind: 'together', parts: [facts(90, 'Line'), signature] }])).join('')
  expect(text.match(/LineRow/g)).toHaveLength(90)
  expect(text).toContain('Iagree.')
})

import { expect, test } from 'vitest'
import type { Sheet } from '../../../contract/workshop/sheets.ts'
import { renderInWorker } from './render-in-worker.ts'

const sheet: Sheet = {
  title: 'Receipt',
  subtitle: 'No. 1',
  shop: ['Retrofit West'],
  jobUrl: null,
  facts: [{ label: 'Customer', lines: ['Casey Rivera'] }],
  amounts: [{ label: 'Total paid', amount: '$499', isTotal: true }],
  lists: [],
  signature: null,
  footer: 'Receipt of Retrofit West',
}
const startOf = async (pdf: Promise<Buffer>) => (await pdf).subarray(0, 5).toString()

test('sheets that are wanted at once are all rendered', async () => {
  const pdfs = [renderInWorker(sheet), renderInWorker(sheet, 'a4'), renderInWorker(sheet)]
  expect(await Promise.all(pdfs.map(startOf))).toEqual(['%PDF-', '%PDF-', '%PDF-'])
})

test('a render that fails fails alone', async () => {
  // A QR code has no room for so long a text.
  const failing = renderInWorker({ ...sheet, jobUrl: 'x'.repeat(10_000) })
  const next = renderInWorker(sheet)
  await expect(failing).rejects.toThrow()
  expect(await startOf(next)).toBe('%PDF-')
})

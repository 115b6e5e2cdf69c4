import pdfMake from 'pdfmake'
import type { PageSize, Sheet } from '../../../contract/workshop/sheets.ts'
import { printableSheet } from './printable-sheet.ts'
import { documentOfReport } from './report-document.ts'
import type { Report } from './report.ts'
import { documentOf } from './sheet-document.ts'
import { sheetFonts } from './sheet-fonts.ts'

pdfMake.setFonts(sheetFonts)
// Documents have no pictures from elsewhere: only their own fonts are read.
pdfMake.setUrlAccessPolicy(() => false)
pdfMake.setLocalAccessPolicy((path) => Object.values(sheetFonts.Roboto).includes(path))

/** Smaller type for a sheet that is a little longer than a page. */
const smallerScales = [0.88, 0.76] as const
/** In the smallest type a page takes 1.7 times as much. */
const mostPagesToShrink = 2

/** The PDF of a sheet. It is set smaller when it fits on one page that way. */
export async function renderSheet(sheet: Sheet, pageSize: PageSize): Promise<Buffer> {
  const renderAt = async (scale: number) => {
    let pages = 0
    const countPages = (count: number) => (pages = count)
    const pdf = await pdfMake
      .createPdf(documentOf(printableSheet(sheet), { pageSize, scale, countPages }))
      .getBuffer()
    return { pdf, pages }
  }
  const full = await renderAt(1)
  if (full.pages === 1 || full.pages > mostPagesToShrink) return full.pdf
  for (const scale of smallerScales) {
    const smaller = await renderAt(scale)
    if (smaller.pages === 1) return smaller.pdf
  }
  return full.pdf
}

/** The PDF of a report. */
export async function renderReport(report: Report, pageSize: PageSize): Promise<Buffer> {
  return pdfMake.createPdf(documentOfReport(report, pageSize)).getBuffer()
}

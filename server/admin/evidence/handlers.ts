import type { Handlers } from '../../http/handlers.ts'
import { consumeRateLimit } from '../../identity/limits/rate-limit.ts'
import { renderReportInWorker } from '../../workshop/sheets/render-in-worker.ts'
import { textOfReport } from './evidence-text.ts'
import { getEvidence } from './get-evidence.ts'

/** PDFs for one person: each decodes up to 30 photos. */
const limit = { windowSeconds: 600, max: 30 }

export const evidenceHandlers = {
  'admin.downloadEvidence': async ({ context, actor, params, setHeader }) => {
    await consumeRateLimit(context, `evidence-pdf:${actor.id}`, limit)
    const evidence = await getEvidence(context, actor, params.id, { withPhotos: true })
    const pdf = await renderReportInWorker(evidence)
    setHeader('cache-control', 'private, no-store')
    setHeader('content-disposition', `attachment; filename="evidence-${params.id}.pdf"`)
    return pdf
  },
  'admin.downloadEvidenceText': async ({ context, actor, params, setHeader }) => {
    const evidence = await getEvidence(context, actor, params.id, { withPhotos: false })
    setHeader('content-disposition', `attachment; filename="evidence-${params.id}.txt"`)
    return textOfReport(evidence)
  },
} satisfies Partial<Handlers>

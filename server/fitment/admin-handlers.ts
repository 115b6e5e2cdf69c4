import type { Handlers } from '../http/handlers.ts'
import { streamLines } from '../line-stream.ts'
import { changeRules, checkGeneration } from './change-rules.ts'
import { writeRules } from './export-rules.ts'
import { findFitmentData, listVersions } from './find-data.ts'
import { previewChange } from './preview-change.ts'
import { applyProposal, findFigures, listProposals } from './learning.ts'
import { getFitmentData } from './queries.ts'

export const fitmentAdminHandlers = {
  'fitment.findData': ({ context }) => findFitmentData(context),
  'fitment.listVersions': ({ context, query }) =>
    listVersions(context, query.before === undefined ? null : Number(query.before)),
  'fitment.previewChange': ({ context, actor, body }) => previewChange(context, actor, body),
  'fitment.changeRules': ({ context, actor, body }) => changeRules(context, actor, body),
  'fitment.checkGeneration': ({ context, actor, body }) => checkGeneration(context, actor, body),
  'fitment.findLearning': async ({ context }) => {
    const { data } = await getFitmentData(context.database)
    return {
      figures: await findFigures(context),
      proposals: await listProposals(context.database.db, data),
    }
  },
  'fitment.applyProposal': ({ context, actor, body }) => applyProposal(context, actor, body),
  'fitment.exportData': async ({ context, setHeader }) => {
    const { version, data } = await getFitmentData(context.database)
    setHeader('content-disposition', `attachment; filename="fitment-version-${version}.json"`)
    return data
  },
  'fitment.exportRules': async ({ context, setHeader }) => {
    const stream = await streamLines(writeRules(context))
    setHeader('content-disposition', 'attachment; filename="fitment-rules.csv"')
    return stream
  },
} satisfies Partial<Handlers>

import * as z from 'zod/mini'
import type { EndpointDefinitions } from '../endpoint-definition.ts'
import { mostFitmentBytes } from '../limits.ts'
import {
  changeInput,
  changePreview,
  checkInput,
  fitmentDataReply,
  previewInput,
  savedVersion,
  versionList,
  versionsQuery,
} from './changed-data.ts'
import { fitmentData } from './fitment-data.ts'

export const fitmentAdminEndpoints = {
  'fitment.findData': {
    summary: 'The fitment data in force, with its version, author and reason',
    reply: fitmentDataReply,
    refusals: [],
  },
  'fitment.listVersions': {
    summary: 'The versions of the fitment data, newest first, and the changes of each',
    query: versionsQuery,
    reply: versionList,
    refusals: [],
  },
  'fitment.previewChange': {
    summary: 'The effect of a change of the fitment data on cars and coming appointments. Changes nothing',
    body: previewInput,
    reply: changePreview,
    mostBytes: mostFitmentBytes,
    refusals: ['fitment_version_stale'],
  },
  'fitment.changeRules': {
    summary:
      'Change or import fitment data as a new version. Booked appointments keep their verdicts. The same change twice counts once',
    body: changeInput,
    reply: savedVersion,
    status: 201,
    mostBytes: mostFitmentBytes,
    refusals: ['fitment_version_stale', 'fitment_unsound'],
  },
  'fitment.checkGeneration': {
    summary: 'Record that a fitter checked a generation, or withdraw it. A new version too',
    body: checkInput,
    reply: savedVersion,
    status: 201,
    refusals: ['fitment_version_stale', 'not_found'],
  },
  'fitment.exportData': {
    summary: 'All fitment data in force as JSON, in the format of an import',
    reply: fitmentData,
    refusals: [],
  },
  'fitment.exportRules': {
    summary: 'The rules in force as CSV, one rule a row',
    reply: z.string(),
    replyType: 'text/csv',
    refusals: [],
  },
} as const satisfies EndpointDefinitions

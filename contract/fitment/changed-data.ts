import * as z from 'zod/mini'
import { longestReason } from '../limits.ts'
import { isDay } from '../time.ts'
import { matching, rowNumber, shownText } from '../text.ts'
import { fitmentData, fitmentId, fitmentOutcomes, fitmentRule, generation, headUnit } from './fitment-data.ts'
import { findingCodes } from './finding.ts'
import { changedKinds } from './list-changes.ts'

/**
 * A change of the fitment data. `generation`: one generation with all its head units and rules. `rules`: all
 * rules, as in the CSV. `data`: everything.
 */
export const proposedChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('generation'),
    generation,
    headUnits: z.array(headUnit).check(z.maxLength(100)),
    rules: z.array(fitmentRule).check(z.maxLength(1000)),
  }),
  z.strictObject({ kind: z.literal('rules'), rules: fitmentData.shape.rules }),
  z.strictObject({ kind: z.literal('data'), data: fitmentData }),
])
export type ProposedChange = z.infer<typeof proposedChange>

/** The version that the change was made from; an older one than that in force is refused. */
const baseVersion = rowNumber

export const changeReason = shownText(
  longestReason,
  'Please give a reason',
  `Please keep the reason under ${longestReason} characters`,
)

export const previewInput = z.strictObject({ baseVersion, change: proposedChange })
export const changeInput = z.strictObject({ baseVersion, change: proposedChange, reason: changeReason })
export type ChangeInput = z.infer<typeof changeInput>

const daySentence = 'Please enter the day of the check'
/** `checkedOn` is null to withdraw a check. */
export const checkInput = z.strictObject({
  baseVersion,
  generationId: fitmentId,
  checkedOn: z.nullable(
    matching(/^\d{4}-\d\d-\d\d$/, 10, daySentence).check(z.refine((day) => isDay(day), daySentence)),
  ),
})
export type CheckInput = z.infer<typeof checkInput>

const dataChange = z.object({
  kind: z.enum(changedKinds),
  id: z.string(),
  generationId: z.nullable(z.string()),
  label: z.string(),
  change: z.enum(['added', 'changed', 'removed']),
  fields: z.array(z.object({ name: z.string(), before: z.string(), after: z.string() })),
})

const finding = z.object({
  code: z.enum(findingCodes),
  level: z.enum(['error', 'warning']),
  text: z.string(),
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  year: z.nullable(z.int()),
})

const vehicle = { year: z.int(), make: z.string(), model: z.string() }
const twoOutcomes = { before: z.enum(fitmentOutcomes), after: z.enum(fitmentOutcomes) }

/** At most 100 of each list; the totals count all. */
export const changePreview = z.object({
  /** The version in force. */
  version: z.int(),
  findings: z.array(finding),
  changes: z.array(dataChange),
  changeTotal: z.int(),
  /** Answers of the public check that differ; `answers` are those after which they do first. */
  verdicts: z.array(
    z.object({ ...vehicle, packageId: z.int(), answers: z.record(z.string(), z.string()), ...twoOutcomes }),
  ),
  verdictTotal: z.int(),
  /** Booked appointments to come for which the rules would now say something else. They stay as booked. */
  appointments: z.array(
    z.object({
      ...vehicle,
      id: z.string(),
      startsAt: z.string(),
      timeZone: z.string(),
      shopName: z.string(),
      packageName: z.string(),
      ...twoOutcomes,
    }),
  ),
  appointmentTotal: z.int(),
  /** More appointments are booked for these cars than a preview reads. */
  isPartial: z.boolean(),
})
export type ChangePreview = z.infer<typeof changePreview>

/** `createdBy` is null for the product itself. */
const versionFacts = {
  version: z.int(),
  createdAt: z.string(),
  createdBy: z.nullable(z.string()),
  reason: z.string(),
}

export const fitmentDataReply = z.object({
  ...versionFacts,
  data: fitmentData,
  /** The administrators who recorded the checks, by generation. */
  checkedBy: z.record(z.string(), z.string()),
  /** The last model year of the form. */
  currentYear: z.int(),
})
export type FitmentDataReply = z.infer<typeof fitmentDataReply>

export const versionsQuery = z.strictObject({ before: z.optional(matching(/^[1-9]\d{0,8}$/, 9)) })
export const versionList = z.object({
  /** Newest first. The first version lists no changes: everything in it was new. */
  versions: z.array(z.object({ ...versionFacts, changes: z.array(dataChange), changeTotal: z.int() })),
  /** The query of the next page; null on the last. */
  nextBefore: z.nullable(z.int()),
})
export type VersionList = z.infer<typeof versionList>

export const savedVersion = z.object({ version: z.int() })

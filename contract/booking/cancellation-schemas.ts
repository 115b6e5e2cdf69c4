import * as z from 'zod/mini'
import { formatCents } from '../money.ts'
import { feeLimits, feePercentLimits, freeHoursLimits } from './cancellation-terms.ts'

const hoursSentence = `Please give ${freeHoursLimits.min} to ${freeHoursLimits.max} hours`
const feeSentence = `Please give a fee of ${formatCents(feeLimits.minCents)} to ${formatCents(feeLimits.maxCents)}`
const percentSentence = `Please give ${feePercentLimits.min} to ${feePercentLimits.max} percent`

const freeHours = z
  .int(hoursSentence)
  .check(z.minimum(freeHoursLimits.min, hoursSentence), z.maximum(freeHoursLimits.max, hoursSentence))

/** A shop's terms; see the type. */
export const cancellationTerms = z
  .strictObject({
    freeHours,
    feeCents: z.nullable(
      z
        .int(feeSentence)
        .check(z.minimum(feeLimits.minCents, feeSentence), z.maximum(feeLimits.maxCents, feeSentence)),
    ),
    feePercent: z.nullable(
      z
        .int(percentSentence)
        .check(
          z.minimum(feePercentLimits.min, percentSentence),
          z.maximum(feePercentLimits.max, percentSentence),
        ),
    ),
  })
  .check(
    z.refine(({ feeCents, feePercent }) => (feeCents === null) !== (feePercent === null), {
      error: 'Please give the fee either as an amount or in percent',
      path: ['feeCents'],
    }),
  )

/** A fee as its customer sees it. */
export const shownFee = z.object({ feeCents: z.int(), from: z.string() })

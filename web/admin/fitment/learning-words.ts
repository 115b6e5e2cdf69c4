import type { ConfidenceProposal, FitmentFigures } from '../../../contract/fitment/learning.ts'

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

export type ShownFigure = { name: string; value: string; note: string }

/** The figures of the last 90 days, each with the number of cases that it counts. */
export function figuresInWords(figures: FitmentFigures): ShownFigure[] {
  const { decidedByRules, bookedCars, hoursToAnswer, answers, wrongOf100, jobs } = figures
  return [
    {
      name: 'Decided automatically',
      value: decidedByRules === null ? 'None yet' : `${decidedByRules}%`,
      note:
        decidedByRules === null ? 'no cars booked' : `of ${counted(bookedCars, 'booked car', 'booked cars')}`,
    },
    {
      name: 'Time to an answer',
      value: hoursToAnswer === null ? 'None yet' : counted(hoursToAnswer, 'hour', 'hours'),
      note:
        hoursToAnswer === null
          ? 'no fitment checks answered'
          : `median of ${counted(answers, 'fitment check', 'fitment checks')}`,
    },
    {
      name: 'Wrong verdicts',
      value: wrongOf100 === null ? 'None yet' : `${wrongOf100} in 100`,
      note:
        wrongOf100 === null
          ? 'no outcomes recorded'
          : `of ${counted(jobs, 'job', 'jobs')}: didn’t fit, or had it already`,
    },
  ]
}

/** '11 jobs at 2 shops fitted', the reason of the version that applies a proposal. */
export function evidenceOf({ jobs, shops }: Pick<ConfidenceProposal, 'jobs' | 'shops'>): string {
  return `${counted(jobs, 'job', 'jobs')} at ${counted(shops, 'shop', 'shops')} fitted`
}

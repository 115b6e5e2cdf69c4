import { CallError } from '../api/client.ts'
import { problemWords } from '../api/problem-words.ts'

export type Outcome = 'charged' | { problem: string }

/**
 * Charges jobs one after another and notes what came of each. Without a connection it stops, as every other
 * job would fail alike, and returns the sentence to show once; else null.
 */
export async function chargeJobs<Job>(
  jobs: readonly Job[],
  { capture, note }: { capture: (job: Job) => Promise<unknown>; note: (job: Job, outcome: Outcome) => void },
): Promise<string | null> {
  for (const job of jobs) {
    try {
      await capture(job)
      note(job, 'charged')
    } catch (error) {
      const problem = problemWords(error, 'No job can be charged twice.')
      if (error instanceof CallError && error.status === 0) return problem
      note(job, { problem })
    }
  }
  return null
}

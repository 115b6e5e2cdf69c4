import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { WorkJob } from '../../../contract/workshop/work.ts'
import { CallError } from '../../api/client.ts'
import { problemWords } from '../../api/problem-words.ts'
import { useProblem } from './use-problem.ts'

/** Puts a job of a reply into the queries that show it. */
export function useShowJob() {
  const queries = useQueryClient()
  return (job: WorkJob) => {
    queries.setQueriesData<WorkJob[]>({ queryKey: ['work'] }, (jobs) =>
      Array.isArray(jobs)
        ? jobs.map((each) => (each.appointmentId === job.appointmentId ? job : each))
        : jobs,
    )
    queries.setQueryData(['work-order', job.appointmentId], job)
  }
}

const isOffline = (error: unknown) => error instanceof CallError && error.status === 0

/** A write in the work order of a job that needs a connection: what it sends, and its problem in words. */
export function useWorkWrite<Input>(write: (input: Input) => Promise<WorkJob>) {
  const show = useShowJob()
  const [problem, setProblem] = useProblem()
  const { mutate, isPending } = useMutation({
    mutationFn: write,
    onMutate: () => setProblem(null),
    onSuccess: show,
    onError: (error) =>
      setProblem({
        words: isOffline(error)
          ? 'No connection, so this was not saved. Press again when you are back online.'
          : problemWords(error, 'It may not have been saved.'),
        isOffline: isOffline(error),
      }),
  })
  return { send: mutate, isSending: isPending, problem }
}

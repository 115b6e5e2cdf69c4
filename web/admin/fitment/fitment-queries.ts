import { useState } from 'react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CheckInput, ProposedChange } from '../../../contract/fitment/changed-data.ts'
import type { Confidence } from '../../../contract/fitment/fitment-data.ts'
import { call, CallError } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { useSingleFlight } from '../../ui/use-single-flight.ts'

const dataKey = ['admin-fitment'] as const
const versionsKey = ['admin-fitment-versions'] as const
const learningKey = ['admin-fitment-learning'] as const

/** The fitment data in force. */
export function useFitmentData() {
  return useQuery({
    queryKey: dataKey,
    queryFn: ({ signal }) => call('fitment.findData', { signal }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

export function useCatalogPackages() {
  return useQuery({
    queryKey: ['packages'],
    queryFn: ({ signal }) => call('catalog.listPackages', { signal }),
  })
}

/** The versions, newest first, a page at a time. */
export function useVersions() {
  return useInfiniteQuery({
    queryKey: versionsKey,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('fitment.listVersions', { query: pageParam === '' ? {} : { before: pageParam }, signal }),
    getNextPageParam: ({ nextBefore }) => (nextBefore === null ? null : String(nextBefore)),
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

/** The figures of finished jobs, and the proposals that they make. */
export function useLearning() {
  return useQuery({
    queryKey: learningKey,
    queryFn: ({ signal }) => call('fitment.findLearning', { signal }),
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

/** The effect of a change on the version that it is based on. */
export function usePreview(baseVersion: number, change: ProposedChange) {
  return useQuery({
    queryKey: ['admin-fitment-preview', baseVersion, change],
    queryFn: ({ signal }) => call('fitment.previewChange', { body: { baseVersion, change }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}

/** Sends a change or a check. After a refusal for a newer version, that version is loaded. */
function useSender() {
  const queries = useQueryClient()
  const { busy, run } = useSingleFlight()
  const [problem, setProblem] = useState<string | null>(null)
  const refresh = () =>
    Promise.all(
      [dataKey, versionsKey, learningKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
  const send = async (title: string, work: () => Promise<{ version: number }>): Promise<boolean> => {
    setProblem(null)
    try {
      const { version } = await work()
      await refresh()
      toast({ title, description: `Version ${version} is in force.` })
      return true
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
      if (error.code === 'fitment_version_stale' || error.code === 'not_found') await refresh()
      return false
    }
  }
  return {
    busy,
    problem,
    forget: () => setProblem(null),
    send: async (title: string, work: () => Promise<{ version: number }>) =>
      (await run(() => send(title, work))) ?? false,
  }
}

export function useSaveChange() {
  const { send, ...state } = useSender()
  return {
    ...state,
    save: (body: { baseVersion: number; change: ProposedChange; reason: string }) =>
      send('Fitment data saved', () => call('fitment.changeRules', { body })),
  }
}

export function useRecordCheck() {
  const { send, ...state } = useSender()
  return {
    ...state,
    record: (body: CheckInput) =>
      send(body.checkedOn === null ? 'Check withdrawn' : 'Check recorded', () =>
        call('fitment.checkGeneration', { body }),
      ),
  }
}

/** Applies a proposal. One that its jobs no longer make leaves the list with the next reply. */
export function useApplyProposal() {
  const { send, ...state } = useSender()
  return {
    ...state,
    apply: (body: { ruleId: string; to: Confidence }) =>
      send('Confidence raised', () => call('fitment.applyProposal', { body })),
  }
}

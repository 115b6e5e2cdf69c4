import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactPage } from '../../contract/contacts/contacts.ts'
import { call, CallError } from '../api/client.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'

// Other people work on the same records, so each view refetches and shows the cached data meanwhile.
const freshEachView = { staleTime: 0, refetchOnMount: 'always' } as const

const contactKey = (id: string) => ['contact', id] as const

/** One person, of whom a merged record shows the kept one. */
export function useContact(id: string) {
  return useQuery({
    queryKey: contactKey(id),
    queryFn: ({ signal }) => call('contacts.find', { params: { id }, signal }),
    ...freshEachView,
  })
}

/** The people of a shop by name, a page at a time. */
export function useContactPages(shopId: number, search: string) {
  return useInfiniteQuery({
    queryKey: ['contacts', shopId, search],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call('contacts.list', {
        query: {
          shopId: String(shopId),
          ...(search !== '' && { search }),
          ...(pageParam !== '' && { after: pageParam }),
        },
        signal,
      }),
    getNextPageParam: ({ nextAfter }) => nextAfter,
    placeholderData: keepPreviousData,
    ...freshEachView,
  })
}

/** Appointments and people by words. The results before stay until the reply. */
export function useSearchResults(q: string, shopId: number | null) {
  return useQuery({ ...searchOptions(q, shopId), enabled: q !== '', placeholderData: keepPreviousData })
}

/** The query of one search. */
export function searchOptions(q: string, shopId: number | null) {
  return queryOptions({
    queryKey: ['admin-search', q, shopId],
    queryFn: ({ signal }) =>
      call('admin.search', { query: { q, ...(shopId !== null && { shopId: String(shopId) }) }, signal }),
    staleTime: 0,
    gcTime: 30_000,
  })
}

export type Problem = { sentence: string; field: string | null }

/**
 * Sends a change of a contact, one at a time, and shows the contact that the reply has. Returns that; null
 * when it was refused, with the reason in `problem`.
 */
export function useContactChange() {
  const queries = useQueryClient()
  const { busy, run } = useSingleFlight()
  const [problem, setProblem] = useState<Problem | null>(null)
  const send = async (work: () => Promise<ContactPage>): Promise<ContactPage | null> => {
    setProblem(null)
    try {
      const page = await work()
      queries.setQueryData(contactKey(page.id), page)
      await queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== page.id })
      return page
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem({ sentence: error.message, field: error.field })
      return null
    }
  }
  const change = async (work: () => Promise<ContactPage>) => (await run(() => send(work))) ?? null
  return { busy, problem, change }
}

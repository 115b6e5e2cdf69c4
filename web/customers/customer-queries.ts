import { useState } from 'react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CustomerDecision } from '../../contract/admin/customers.ts'
import { call, CallError } from '../api/client.ts'
import { toast } from '../ui/toast.ts'
import { useSingleFlight } from '../ui/use-single-flight.ts'

/** Customers to look at; with an email address that customer alone. */
export function useCustomers(email: string) {
  return useQuery({
    queryKey: ['admin-customers', email],
    queryFn: ({ signal }) => call('admin.listCustomers', { query: email === '' ? {} : { email }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  })
}

const doneWords: Record<CustomerDecision['decision'], { title: string; description: string }> = {
  block: {
    title: 'Customer blocked',
    description: 'Booked appointments stay booked. New bookings and changes are refused.',
  },
  unblock: { title: 'Customer unblocked', description: 'The customer can book again.' },
  lift: { title: 'Limit lifted', description: 'The customer can book past it for that time.' },
}

/** Sends a decision about a customer. Returns whether it was recorded. */
export function useDecideCustomer(customerId: string) {
  const queries = useQueryClient()
  const { busy, run } = useSingleFlight()
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (body: CustomerDecision): Promise<boolean> => {
    setProblem(null)
    try {
      await call('admin.decideCustomer', { params: { id: customerId }, body })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
      return false
    }
    await queries.invalidateQueries()
    toast(doneWords[body.decision])
    return true
  }
  const decide = async (body: CustomerDecision) => (await run(() => send(body))) ?? false
  return { busy, problem, decide }
}

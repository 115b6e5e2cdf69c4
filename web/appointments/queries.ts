import { QueryClient, useQuery } from '@tanstack/react-query'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { call, CallError } from '../api/client.ts'
import { takeFirstSettings } from '../layout/product-settings.ts'

/**
 * Results are never stale and a lost connection is an error at once. Nothing is asked again behind the person's back, but when the
 * browser is back from being offline: it has just said that what one sees may be old.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: 'always',
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

// These two hold for one view only: the clock moves on, and times are taken by others.
const freshEachView = { gcTime: 0, staleTime: 0, refetchOnMount: 'always' } as const

/**
 * What the server says of itself, with the product's present instant. `onReturn`: asked again whenever somebody comes back to the page,
 * whose own clock may have stood still meanwhile.
 */
export function useSettings({ onReturn = false } = {}) {
  return useQuery({
    queryKey: ['settings'],
    queryFn: async ({ signal }) => takeFirstSettings() ?? call('settings.find', { signal }),
    ...freshEachView,
    ...(onReturn && { refetchOnWindowFocus: 'always' }),
  })
}

export function usePackages() {
  return useQuery({
    queryKey: ['packages'],
    queryFn: ({ signal }) => call('catalog.listPackages', { signal }),
  })
}

/** The shops that take appointments, asked for again on each view: shops come and go, and change their hours. */
export function useShops() {
  return useQuery({
    queryKey: ['shops'],
    queryFn: ({ signal }) => call('shops.list', { signal }),
    refetchOnMount: 'always',
  })
}

/** The user's appointments by address; when that is empty or fails, by session. Fails only when neither answers. */
export async function fetchAppointments(email: string, signal?: AbortSignal): Promise<CustomerAppointment[]> {
  const passed = signal ? { signal } : {}
  let byEmail: CustomerAppointment[] | null = null
  try {
    byEmail = await call('appointments.listForEmail', { params: { email }, ...passed })
    if (byEmail.length > 0) return byEmail
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
  try {
    return await call('appointments.listOwn', { headers: { 'x-user-email': email }, ...passed })
  } catch (error) {
    if (byEmail && error instanceof CallError) return byEmail
    throw error
  }
}

export function useAppointments(email: string) {
  return useQuery({
    queryKey: ['appointments', email],
    queryFn: ({ signal }) => fetchAppointments(email, signal),
  })
}

import { onlineManager, QueryClient, useQuery } from '@tanstack/react-query'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { call, callWithHeaders, CallError } from '../api/client.ts'
import { noteBookingRefusal } from './booking-refusal.ts'
import { takeFirstSettings } from '../layout/product-settings.ts'

/**
 * Data never goes stale by itself, and a lost connection is an error at once. The only automatic refetch is
 * on reconnect: the offline banner has just said that the data may be old.
 */
export function createQueryClient(): QueryClient {
  // It takes every start for online, and a page that opened offline would not refetch on reconnect.
  onlineManager.setOnline(navigator.onLine)
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

// Cached for one view only: time passes, and other customers take slots.
const freshEachView = { gcTime: 0, staleTime: 0, refetchOnMount: 'always' } as const

/**
 * The server's settings with its current time. `onReturn`: refetches when the page regains focus, because the
 * device's clock may have stopped.
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

/** The packages that an appointment can change to at its present start, asked of the server on each view. */
export function usePackageChoices(id: string) {
  return useQuery({
    queryKey: ['package-choices', id],
    queryFn: ({ signal }) => call('appointments.listPackageChoices', { params: { id }, signal }),
    ...freshEachView,
  })
}

/** The bookable shops, refetched on each view: shops and their hours change. */
export function useShops() {
  return useQuery({
    queryKey: ['shops'],
    queryFn: ({ signal }) => call('shops.list', { signal }),
    refetchOnMount: 'always',
  })
}

/** The user's appointments by email; if that is empty or fails, by session. Fails only when both fail. */
export async function fetchAppointments(email: string, signal?: AbortSignal): Promise<CustomerAppointment[]> {
  const passed = signal ? { signal } : {}
  let byEmail: CustomerAppointment[] | null = null
  try {
    const { reply, headers } = await callWithHeaders('appointments.listForEmail', {
      params: { email },
      ...passed,
    })
    noteBookingRefusal(headers)
    byEmail = reply
    if (byEmail.length > 0) return byEmail
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
  try {
    const asked = { headers: { 'x-user-email': email }, ...passed }
    const { reply, headers } = await callWithHeaders('appointments.listOwn', asked)
    noteBookingRefusal(headers)
    return reply
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

import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CustomerAppointment } from '../../contract/booking/appointments.ts'
import { dayOf, formatTwelveHour, parseWallTime } from '../../contract/time.ts'
import { call } from '../api/client.ts'
import type { BookingDraft } from './booking-draft.ts'
import { formatNearDay } from './schedule-words.ts'
import { useServerNow } from './server-clock.ts'
import { browserZone, foreignZoneName } from './shop-time-zone.ts'

/** The slot that the user's unfinished payment keeps until an instant. `start` is the shop's wall time. */
export type OwnClaim = { id: string; shopId: number; start: string; until: string; timeZone: string }

/**
 * '10:00 AM on Friday, December 4 is held for you until 10:42 AM.' Both are on the shop's clock; its zone is
 * named where this device's clock differs.
 */
export function heldSentence({ start, until, timeZone }: OwnClaim, ownZone = browserZone()): string {
  const wall = parseWallTime(start)
  const end = Date.parse(until)
  const words = wall ? `${formatTwelveHour(wall.minutes)} on ${formatNearDay(wall.day)}` : 'Your time'
  const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone })
  const zone = foreignZoneName(timeZone, ownZone)(dayOf(end, timeZone))
  return `${words} is held for you until ${clock.format(end)}${zone === null ? '' : ` ${zone}`}.`
}

/** The slot that an appointment with an unfinished payment keeps; null for every other one. */
export function claimOf(appointment: CustomerAppointment): OwnClaim | null {
  const { id, shopId, appointmentDate: start, claimedUntil: until, timeZone } = appointment
  return until === null ? null : { id, shopId, start, until, timeZone }
}

/** Whether a claim keeps this start of its shop. */
export function isStartOf(
  { shopId, start }: OwnClaim,
  slot: { shopId: number | null; day: string | null; time: string | null },
): boolean {
  const [claimed, chosen] = [parseWallTime(start), parseWallTime(`${slot.day} ${slot.time}`)]
  return shopId === slot.shopId && claimed?.day === chosen?.day && claimed?.minutes === chosen?.minutes
}

/** Whether the sent order of a draft is the one that waits in a claim. */
export function isOrderOf(claim: OwnClaim, { attempt }: BookingDraft): boolean {
  if (attempt === null) return false
  const [day = '', time = ''] = attempt.order.date.split(' ')
  return isStartOf(claim, { shopId: Number(attempt.order.shopId), day, time })
}

async function findOwnClaim(signal: AbortSignal): Promise<OwnClaim | null> {
  const own = await call('appointments.listOwn', { headers: {}, signal })
  return own.map(claimOf).find((claim) => claim !== null) ?? null
}

/**
 * The user's unfinished payment, if it still keeps its slot. The query runs while `isWanted`. The end of the
 * claim refreshes the times.
 */
export function useOwnClaim(isWanted: boolean) {
  const queries = useQueryClient()
  const now = useServerNow()
  const { data = null, isFetching } = useQuery({
    queryKey: ['appointments', 'own-claim'],
    queryFn: ({ signal }) => findOwnClaim(signal),
    enabled: isWanted,
    gcTime: 0,
    staleTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  })
  const isOver = data !== null && now !== null && now >= Date.parse(data.until)
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: ['shop-times'] })
  }, [isOver, queries])
  return { claim: isOver ? null : data, isAsking: isWanted && data === null && isFetching }
}

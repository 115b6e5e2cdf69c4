import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatTwelveHour, parseWallTime } from '../../contract/time.ts'
import { call } from '../api/client.ts'
import { formatNearDay } from './schedule-words.ts'
import { useServerNow } from './server-clock.ts'

/** The slot that the user's unfinished payment keeps until an instant. `start` is the shop's wall time. */
export type OwnClaim = { id: string; shopId: number; start: string; until: string }

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

/** '10:00 AM on Friday, December 4 is held for you until 10:42 AM.' The end is by this device's clock. */
export function heldSentence({ start, until }: OwnClaim): string {
  const wall = parseWallTime(start)
  const words = wall ? `${formatTwelveHour(wall.minutes)} on ${formatNearDay(wall.day)}` : 'Your time'
  return `${words} is held for you until ${clock.format(Date.parse(until))}.`
}

/** Whether a claim keeps this start of its shop. */
export function isStartOf(
  { shopId, start }: OwnClaim,
  slot: { shopId: number | null; day: string | null; time: string | null },
): boolean {
  const [claimed, chosen] = [parseWallTime(start), parseWallTime(`${slot.day} ${slot.time}`)]
  return shopId === slot.shopId && claimed?.day === chosen?.day && claimed?.minutes === chosen?.minutes
}

async function findOwnClaim(signal: AbortSignal): Promise<OwnClaim | null> {
  const own = await call('appointments.listOwn', { headers: {}, signal })
  for (const { id, shopId, appointmentDate: start, claimedUntil: until } of own)
    if (until !== null) return { id, shopId, start, until }
  return null
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

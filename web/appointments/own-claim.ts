import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dayOf, formatTwelveHour, parseWallTime } from '../../contract/time.ts'
import { call } from '../api/client.ts'
import { claimOf, type OwnClaim } from './claim-facts.ts'
import { formatNearDay } from './schedule-words.ts'
import { useServerNow } from './server-clock.ts'
import { browserZone, foreignZoneName } from './shop-time-zone.ts'

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

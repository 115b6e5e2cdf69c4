/** The zones of nearly all shops. */
const first = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
]

/** Every zone of this browser, those of the United States first, always including the current one. */
export function timeZoneOptions(present: string): { value: string; label: string }[] {
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []
  const others = known.filter((zone) => !first.includes(zone))
  const zones = [...first, ...others]
  if (!zones.includes(present)) zones.unshift(present)
  return zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))
}

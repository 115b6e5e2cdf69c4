/** 'YYYY-MM-DD' in UTC. Visits belong to no shop and so to no zone of one. */
export function utcDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10)
}

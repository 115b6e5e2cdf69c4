import type { Bench } from './bench.ts'
import { atMost, format, median, percentile, type Figure } from './figures.ts'
import { openFixture } from './growth.ts'
import { wanted } from './seed.ts'

const appointments = 100_000
const rounds = 40
const targetMs = 60

/** Searches as staff type them, another one in each round. */
const searches: Readonly<Record<string, (round: number) => string>> = {
  'a phone number': (round) => `(213) 000-${String(1000 + round * 37)}`,
  'the end of a phone number': (round) => String(1000 + round * 37),
  'a rare name': () => wanted.name.slice(0, 9),
  'a first name of every eleventh customer': (round) => ['Mary', 'José', 'zoe', 'soren'][round % 4] ?? '',
  'a name and a car': (round) => `${['Garcia', 'Lopez', 'Chen'][round % 3]} 2013 BMW`,
  'the end of a VIN': (round) => String(round * 7919).padStart(6, '0'),
  'a package': () => 'CarPlay',
  'no match': (round) => `Nobody ${round}`,
  'the first three letters of a name': (round) => ['Gar', 'lop', 'mul'][round % 3] ?? '',
}

/** The response times of the search of all shops, with one search at a time. */
export async function measureSearch(bench: Bench): Promise<Figure[]> {
  const fixture = await openFixture(bench, appointments)
  const all: number[] = []
  const find = async (q: string) => {
    const begin = performance.now()
    const { status, body } = await fixture.connection.send({
      path: `/api/admin/search?q=${encodeURIComponent(q)}`,
      headers: { cookie: fixture.cookies.administrator },
    })
    const took = performance.now() - begin
    if (status !== 200) throw new Error(`search for ${q}: ${status} ${body.slice(0, 500)}`)
    return took
  }
  const each: string[] = []
  for (const [name, textOf] of Object.entries(searches)) {
    for (let round = 0; round < 5; round++) await find(textOf(round))
    const times: number[] = []
    for (let round = 0; round < rounds; round++) times.push(await find(textOf(round)))
    all.push(...times)
    each.push(`${name} ${format(median(times))} / ${format(percentile(times, 0.95))}`)
  }
  fixture.close()
  console.error(`search, median / p95 in ms: ${each.join(' · ')}`)
  const measured = `search among ${format(appointments)} appointments, 95th percentile`
  return [atMost(targetMs, measured, percentile(all, 0.95), `${format(percentile(all, 0.95))} ms`)]
}

import { parseArgs } from 'node:util'
import { run } from './check-steps.ts'

/** What each battery takes on when it runs whole. */
const wholeSizes: Record<string, number> = {
  kill: 200,
  webhooks: 2000,
  races: 5000,
  timelines: 10_000,
  access: 10_000,
  headers: 10_000,
  cards: 64,
  sessions: 200,
  guessing: 10_000,
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { cycles: { type: 'string' }, seed: { type: 'string' } },
})
const names = positionals.length > 0 ? positionals : Object.keys(wholeSizes)
const unknown = names.filter((name) => wholeSizes[name] === undefined)
if (unknown.length > 0 || Number.isNaN(Number(values.cycles ?? 1))) {
  console.error(`npm run battery -- [${Object.keys(wholeSizes).join('|')}] [--cycles N] [--seed N]`)
  process.exit(2)
}
if (values.seed !== undefined) process.env['SEED'] = values.seed
let failed = 0
for (const name of names) {
  process.env[name.toUpperCase()] = values.cycles ?? String(wholeSizes[name])
  const file = `tests/battery/${name}.test.ts`
  failed += await run(name, ['vitest', 'run', '--project', 'battery', file, '--disable-console-intercept'])
}
process.exit(failed === 0 ? 0 : 1)

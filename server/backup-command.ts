import '../require-node.mjs'
import { writeBackup } from './database/write-backup.ts'
import { runOnDatabase } from './run-on-database.ts'
import { findKeyMarks } from './secrets.ts'

const [path = `dashfit-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.backup`, ...rest] =
  process.argv.slice(2)
if (rest.length > 0 || path.startsWith('-')) {
  console.error('Usage: npm run backup -- [FILE]')
  process.exit(1)
}

await runOnDatabase(async ({ config, database }) => {
  const { marks, kept } = await findKeyMarks(config)
  const { tables, rows } = await writeBackup({ url: database.url, path, keys: marks })
  console.log(
    `Wrote ${rows} rows of ${tables} tables to ${path}. Only its owner may read it: it is full of personal`,
  )
  console.log('data. The keys that open what is sealed in it are not in it. Keep them too, in another place:')
  for (const place of kept) console.log(`  ${place}`)
  if (kept.length === 0) console.log('  none were made yet')
})

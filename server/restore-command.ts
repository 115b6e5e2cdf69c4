import '../require-node.mjs'
import { restoreBackup } from './database/restore-backup.ts'
import { runOnDatabase } from './run-on-database.ts'
import { findKeyMarks } from './secrets.ts'

const [path, ...rest] = process.argv.slice(2)
if (path === undefined || rest.length > 0) {
  console.error('Usage: npm run restore -- FILE')
  process.exit(1)
}

await runOnDatabase(async ({ config, database }) => {
  const { header, tables, rows } = await restoreBackup({ url: database.url, path })
  console.log(
    `Restored ${rows} rows of ${tables} tables as they were at ${header.takenAt}. Everybody signs in again.`,
  )
  console.log(
    'What the card provider did since is settled by the start: holds that the copy does not know are ended,',
  )
  console.log(
    'charges of its appointments are taken over. `npm run reconcile` shows what is left for a person.',
  )
  console.log(
    'Nobody else may go on with this database, or another copy of it, and the same card provider’s key.',
  )
  const { marks } = await findKeyMarks(config)
  const lacking = Object.keys(header.keys).filter((name) => marks[name] !== header.keys[name])
  for (const name of lacking)
    console.log(
      `${name} is not that of the copy: set it, or put its file into ${config.dataDir}, before the start.`,
    )
})

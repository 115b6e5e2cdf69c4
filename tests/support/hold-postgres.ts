import { startEmbeddedPostgres } from '../../server/database/embedded-postgres.ts'

// Uses the server of a data folder until standard input ends; for tests with several processes.
const [dataDir = ''] = process.argv.slice(2)
const server = await startEmbeddedPostgres({ dataDir })
process.stdout.write(`${server.url}\n`)
process.stdin.resume().once('end', () => {
  void server.stop().then(() => process.exit(0))
})

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** What a process says that makes a log and does `work` with it. */
async function linesOf(work: string): Promise<unknown[]> {
  const address = JSON.stringify(join(import.meta.dirname, 'log.ts'))
  const script = `import(${address}).then(({ createLog }) => { const log = createLog('info'); ${work} })`
  const { stdout } = await run(process.execPath, ['--eval', script]).catch(
    (failed: { stdout: string }) => failed,
  )
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { msg: unknown }).msg)
}

test('what was said last is written before the process ends, by itself, on purpose or by a bug', async () => {
  const said = "log.info('first'); log.info('last');"
  const ends = ['', 'process.exit(1)', "throw new Error('a bug')"]
  const heard = await Promise.all(ends.map((end) => linesOf(`${said} ${end}`)))
  expect(heard).toEqual(ends.map(() => ['first', 'last']))
})

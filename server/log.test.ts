import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** Returns the messages of a process that creates a log and runs `work` with it. */
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

test('the last line is flushed before the process ends, normally, by process.exit or by an uncaught error', async () => {
  const statements = "log.info('first'); log.info('last');"
  const ends = ['', 'process.exit(1)', "throw new Error('a bug')"]
  const messages = await Promise.all(ends.map((end) => linesOf(`${statements} ${end}`)))
  expect(messages).toEqual(ends.map(() => ['first', 'last']))
})

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { projectFolder } from './build-fingerprint.ts'

/** Starts a program behind the version check, in a Node that says it is of `version`. */
async function startWith(version: string): Promise<{ stdout: string; stderr: string }> {
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`
  const args = [
    `--import=data:text/javascript,${encodeURIComponent(pretend)}`,
    `--import=${join(projectFolder, 'require-node.mjs')}`,
    '--eval',
    "console.log('started')",
  ]
  return promisify(execFile)(process.execPath, args).catch(
    (failed: { stdout: string; stderr: string }) => failed,
  )
}

test.each(['20.20.2', '22.18.0', '24.11.1'])('Node %s is refused in one sentence', async (version) => {
  const { stdout, stderr } = await startWith(version)
  expect(stdout).toBe('')
  expect(stderr).toContain(`needs Node 24.12 or newer and was started with Node ${version}`)
})

test.each(['24.12.0', '24.21.0', '26.0.0'])('Node %s starts', async (version) => {
  expect((await startWith(version)).stdout).toBe('started\n')
})

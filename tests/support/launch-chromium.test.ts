import type { Browser } from '@playwright/test'
import { expect, test } from 'vitest'
import { launchAgain } from './launch-chromium.ts'

const fallen = new Error('browserType.launch: closed\n<process did exit: exitCode=null, signal=SIGSEGV>')

test('a browser that crashes at its start is launched again, at most twice', async () => {
  let starts = 0
  const browser = {} as Browser
  const launch = async () => {
    starts += 1
    if (starts < 3) throw fallen
    return browser
  }
  expect(await launchAgain(launch)).toBe(browser)
  expect(starts).toBe(3)
  await expect(launchAgain(() => Promise.reject(fallen))).rejects.toBe(fallen)
})

test('a missing browser fails at once', async () => {
  let starts = 0
  const launch = async (): Promise<Browser> => {
    starts += 1
    throw new Error('browserType.launch: Executable does not exist')
  }
  await expect(launchAgain(launch)).rejects.toThrow('does not exist')
  expect(starts).toBe(1)
})

import { chromium, type Browser } from '@playwright/test'
import { findChromium } from './chromium.ts'

const mostStarts = 3

/**
 * Retries the launch of a browser that a signal killed at its start (about one start in a hundred on a busy
 * machine), and logs the retry. Rethrows any other error.
 */
export async function launchAgain(launch: () => Promise<Browser>): Promise<Browser> {
  for (let start = 1; ; start += 1) {
    try {
      return await launch()
    } catch (error) {
      const hasFallen = error instanceof Error && /process did exit: .*signal=SIG/.test(error.message)
      if (!hasFallen || start === mostStarts) throw error
      console.log(`▪ the browser fell at its start and is started again (${start})`)
    }
  }
}

/** Launches the tests' browser for tests that run without Playwright's test runner. */
export async function launchChromium(): Promise<Browser> {
  const { executablePath, args, env } = await findChromium()
  const ownEnvironment = env ? { env: { ...(process.env as Record<string, string>), ...env } } : {}
  return launchAgain(() => chromium.launch({ executablePath, args, ...ownEnvironment }))
}

import { chromium, type Browser } from '@playwright/test'
import { findChromium } from './chromium.ts'

const mostStarts = 3

/**
 * A browser that a signal ends at its very start has seen nothing of the product, as happens once in a hundred starts on a busy
 * machine: it is started again, and says so. Whatever else goes wrong is thrown.
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

/** The browser of the tests, for those that drive it without the browser tests' own runner. */
export async function launchChromium(): Promise<Browser> {
  const { executablePath, args, env } = await findChromium()
  const ownEnvironment = env ? { env: { ...(process.env as Record<string, string>), ...env } } : {}
  return launchAgain(() => chromium.launch({ executablePath, args, ...ownEnvironment }))
}

import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './tests/support/chromium.ts'

const chromium = await findChromium()

// `npm run battery -- journeys` runs each journey at every width it has. `npm test` leaves out those tagged @whole, and the width of
// @whole-desktop and @whole-phone; tests/reliability/README.md lists what that leaves to the whole run.
const isWhole = process.env['JOURNEYS'] !== undefined
const leftOut = (own: RegExp, sample: RegExp) => (isWhole ? own : [own, sample])

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.e2e.ts',
  globalSetup: './tests/support/build-once.ts',
  forbidOnly: true,
  // Each has a product of its own; most of a journey is waiting.
  workers: 2,
  // A slow machine is no failure: these end only what hangs.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  outputDir: 'test-results/browser',
  use: {
    browserName: 'chromium',
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium.executablePath,
      args: chromium.args,
      ...(chromium.env ? { env: { ...process.env, ...chromium.env } } : {}),
    },
  },
  projects: [
    // What only one of the two has is tagged with it. What is no other at any width runs once: most of what customers do on the phone, most of
    // what staff do at a desk. How each screen looks is looked at on both.
    {
      name: 'desktop',
      grepInvert: leftOut(/@phone/, /@whole(?!-)|@whole-desktop/),
      use: {
        viewport: { width: 1440, height: 900 },
        // Whoever asks for no motion gets through everything here, and everybody else on the phone. Frames are a tenth of what a test costs.
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    {
      name: 'phone',
      grepInvert: leftOut(/@desktop/, /@whole(?!-)|@whole-phone/),
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 1,
        browserName: 'chromium',
      },
    },
  ],
})

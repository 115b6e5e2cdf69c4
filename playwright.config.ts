import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './tests/support/chromium.ts'

const chromium = await findChromium()

// `npm run battery -- journeys` runs each journey at all of its widths. `npm test` skips journeys tagged
// @whole, and the tagged width of @whole-desktop and @whole-phone; tests/reliability/README.md lists the
// skipped ones.
const isWhole = process.env['JOURNEYS'] !== undefined
const excluded = (widthTag: RegExp, sampleTag: RegExp) => (isWhole ? widthTag : [widthTag, sampleTag])

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.e2e.ts',
  globalSetup: './tests/support/build-once.ts',
  forbidOnly: true,
  // Each worker has its own product. Most of a journey is waiting.
  workers: 2,
  // Generous timeouts: a slow machine must not fail a test, only a hang.
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
    // A journey for one width only is tagged with it. A journey that is independent of the width runs once:
    // most customer journeys on the phone, most staff journeys on the desktop. The look of each screen is
    // tested on both.
    {
      name: 'desktop',
      grepInvert: excluded(/@phone/, /@whole(?!-)|@whole-desktop/),
      use: {
        viewport: { width: 1440, height: 900 },
        // Desktop runs with reduced motion, the phone with animations. Frames are a tenth of the cost of a
        // test.
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    {
      name: 'phone',
      grepInvert: excluded(/@desktop/, /@whole(?!-)|@whole-phone/),
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 1,
        browserName: 'chromium',
      },
    },
  ],
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 3,
    // Polls wait as long as a slow machine needs; the default is one second.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // A slow machine must not fail a test: the twelve-year calendar tests take long.
          testTimeout: 60_000,
          include: [
            'contract/**/*.test.ts',
            'web/**/*.test.{ts,tsx}',
            'server/**/*.test.ts',
            'sandbox/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tests/house/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'world',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/house/**'],
          // Each file creates its own world. Without isolation a worker imports each module once, which saves
          // a quarter of the time.
          isolate: false,
          globalSetup: ['tests/support/start-postgres.ts'],
          setupFiles: ['tests/support/hash-passwords-quickly.ts'],
          // A slow machine must not fail a test, only a hang.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          // The project `world` runs these files as samples; here each runs alone at full size.
          name: 'battery',
          include: ['tests/reliability/**/*.test.ts'],
          globalSetup: ['tests/support/start-postgres.ts'],
          fileParallelism: false,
          // A control after thousands of rounds works on their data.
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})

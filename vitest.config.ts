import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 3,
    // What is waited for comes when the machine gets to it; without this it has one second.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // A slow machine is no failure: the calendars of twelve years take their time.
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
          // Each file has a world of its own; what it imports is read once for each worker, which saves a quarter of the time.
          isolate: false,
          globalSetup: ['tests/support/start-postgres.ts'],
          setupFiles: ['tests/support/hash-passwords-quickly.ts'],
          // A slow machine is no failure: this ends only what hangs.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          // The same files run as samples among the others; here each runs alone, at its whole size.
          name: 'battery',
          include: ['tests/reliability/**/*.test.ts'],
          globalSetup: ['tests/support/start-postgres.ts'],
          fileParallelism: false,
          // A control after thousands of rounds works on what they left.
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})

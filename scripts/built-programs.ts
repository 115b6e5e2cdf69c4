import { join } from 'node:path'

import { buildFolder } from './build-fingerprint.ts'

/** What node is told to run the built server with, as in Containerfile, deploy/ and the README too: docs/decisions/043. */
export const serverOptions = ['--max-semi-space-size=8']

export const builtServer = [...serverOptions, join(buildFolder, 'server/main.js')]
export const builtSandbox = ['--enable-source-maps', join(buildFolder, 'sandbox/main.js')]

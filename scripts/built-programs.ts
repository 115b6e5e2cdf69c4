import { join } from 'node:path'

import { buildFolder } from './build-fingerprint.ts'

export const builtServer = [join(buildFolder, 'server/main.js')]
export const builtSandbox = ['--enable-source-maps', join(buildFolder, 'sandbox/main.js')]

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectFolder } from '../../scripts/build-fingerprint.ts'
import { serverOptions } from '../../scripts/built-programs.ts'

test.each([
  ['Containerfile', JSON.stringify(['node', ...serverOptions, 'dist/server/main.js']).replaceAll(',', ', ')],
  ['deploy/dashfit.service', ['/usr/bin/node', ...serverOptions, 'dist/server/main.js'].join(' ')],
  ['README.md', ['`node', ...serverOptions, 'dist/server/main.js`'].join(' ')],
])('%s runs the server as npm start does', (file, command) => {
  expect(readFileSync(join(projectFolder, file), 'utf8')).toContain(command)
})

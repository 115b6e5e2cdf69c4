import { join, relative } from 'node:path'

import { createServer } from 'vite'

import { projectFolder } from './build-fingerprint.ts'
import { withFirstAdministrator } from './first-administrator.ts'
import { findFreePort, isPortFree } from './free-port.ts'
import { runProduct } from './run-product.ts'

const say = (line: string) => console.log(line)
const port = Number(process.env['PORT'] || 3000)
if (!(await isPortFree(port))) {
  console.error(`Port ${port} is taken by another program. Set PORT to a free one.`)
  process.exit(1)
}

const serverPort = await findFreePort()
const source = (file: string) => ['--import', 'tsx', '--enable-source-maps', join(projectFolder, file)]
const product = await runProduct({
  environment: {
    ...(await withFirstAdministrator(process.env, say)),
    PORT: String(serverPort),
    SANDBOX_PORT: process.env['SANDBOX_PORT'] || String(port + 1),
    PUBLIC_URL: process.env['PUBLIC_URL'] || `http://localhost:${port}`,
  },
  server: source('server/main.ts'),
  sandbox: source('sandbox/main.ts'),
  output: 'inherit',
  say,
  waitsForRepair: true,
})

// Not the sources of web/api, which share the first path segment.
const proxied = ['^/api/(?!.*\\.tsx?(\\?|$))', '^/healthz$', '^/readyz$', '^/metrics$']
// The server compares the Origin header with the Host header.
const target = { target: `http://localhost:${serverPort}`, changeOrigin: false }
const page = await createServer({
  configFile: join(projectFolder, 'vite.config.ts'),
  root: join(projectFolder, 'web'),
  server: {
    port,
    strictPort: true,
    host: 'localhost',
    proxy: Object.fromEntries(proxied.map((path) => [path, target])),
  },
})
await page.listen()
say(`Dashfit is in development at http://localhost:${port}; pages, server and sandbox follow every change.`)

const rooms = { server: ['contract', 'server'], sandbox: ['sandbox'] }
page.watcher.add([...rooms.server, ...rooms.sandbox].map((room) => join(projectFolder, room)))
let debounce: NodeJS.Timeout | undefined
page.watcher.on('all', (_event, file) => {
  const path = relative(projectFolder, file)
  const isIn = (room: string) => path.startsWith(`${room}/`) && !/\.test\.tsx?$/.test(path)
  const inServer = rooms.server.some(isIn)
  const inSandbox = rooms.sandbox.some(isIn)
  if (!inServer && !inSandbox) return
  // Debounce: editors and formatters write several files at once.
  clearTimeout(debounce)
  debounce = setTimeout(() => {
    say(`${path} changed: ${inServer ? 'the server' : 'the sandbox'} starts again.`)
    if (inServer) void product.restartServer()
    else product.restartSandbox()
  }, 100)
})

async function stop(signal: NodeJS.Signals) {
  await page.close()
  process.exit(await product.stop(signal))
}
process.on('SIGINT', () => void stop('SIGINT'))
process.on('SIGTERM', () => void stop('SIGTERM'))
process.on('SIGHUP', () => void stop('SIGTERM'))

import { startSandbox } from './start-sandbox.ts'

function port(name: string, fallback: number): number {
  const text = process.env[name]
  const value = text === undefined || text === '' ? fallback : Number(text)
  if (Number.isInteger(value) && value >= 0 && value < 65536) return value
  throw new Error(`${name} must be a port number`)
}

const address = (text: string): string => text.replace(/\/+$/, '')
const productUrl = address(process.env['PRODUCT_URL'] || 'http://localhost:3000')
const sandbox = await startSandbox({
  port: port('SANDBOX_PORT', 3001),
  smtpPort: port('SANDBOX_SMTP_PORT', 3002),
  dataDir: process.env['SANDBOX_DATA_DIR'] || '.data/sandbox',
  productUrl,
  publicUrl: address(process.env['PUBLIC_URL'] || productUrl),
  startOffsetSeconds: Number(process.env['SANDBOX_START_OFFSET_SECONDS'] || 0),
  secret: process.env['SANDBOX_SECRET'] ?? '',
  webhookSecret: process.env['SANDBOX_WEBHOOK_SECRET'] || 'whsec_sandbox',
})

let stopping = false
async function stop(): Promise<void> {
  if (stopping) return
  stopping = true
  await sandbox.close()
  process.exit(0)
}

process.on('SIGTERM', () => void stop())
process.on('SIGINT', () => void stop())
// A parent that is killed cannot stop this process, so it stops when the IPC channel closes.
process.on('disconnect', () => void stop())
process.send?.({ ready: true, url: sandbox.url, smtpUrl: sandbox.smtpUrl })
process.stdout.write(`${JSON.stringify({ sandbox: sandbox.url, smtp: sandbox.smtpUrl })}\n`)

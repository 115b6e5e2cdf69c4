import { randomUUID } from 'node:crypto'
import { brandName } from '../contract/brand.ts'
import { readSender } from '../server/notifications/mail-sender.ts'
import { renderMail } from '../server/notifications/render-mail.ts'
import { smtpClient } from '../server/notifications/smtp-client.ts'
import { mailSamples } from '../tests/notifications/sample-variants.ts'

const recipient = 'one-of-every-kind@example.test'
const from = `${brandName} <hello@dashfit.invalid>`
const loopback = ['localhost', '127.0.0.1', '[::1]']

/** Printed without a stack trace. */
class NoSandbox extends Error {}

/**
 * Returns the URL of the local sandbox's mail server, which relays nothing. The sandbox itself reports it, so
 * that no setting of this installation can send these mails to real people.
 */
async function findSandbox(): Promise<{ url: string; smtpUrl: string }> {
  const port = process.env['SANDBOX_PORT'] || Number(process.env['PORT'] || 3000) + 1
  const url = `http://localhost:${port}`
  const answer = await fetch(`${url}/sandbox/mail-server.json`).catch(() => undefined)
  const body = answer?.ok ? ((await answer.json()) as { smtpUrl?: unknown }) : {}
  const smtpUrl = typeof body.smtpUrl === 'string' ? body.smtpUrl : undefined
  if (smtpUrl === undefined) {
    throw new NoSandbox(`No sandbox answers at ${url}. Start it with npm start, or set SANDBOX_PORT.`)
  }
  if (!loopback.includes(new URL(smtpUrl).hostname)) {
    throw new NoSandbox('That mail server is not on this machine. Nothing was sent.')
  }
  return { url, smtpUrl }
}

try {
  const { url, smtpUrl } = await findSandbox()
  const client = smtpClient(smtpUrl, from)
  // One at a time, the last kind first, so that the mailbox lists them in their order.
  for (const { kind, payload } of mailSamples.toReversed()) {
    const mail = await renderMail(kind, payload, { brandName, sender: readSender(from) })
    await client.send({ ...mail, to: recipient, messageId: `<${randomUUID()}@dashfit.invalid>` })
  }
  client.close()
  const mailbox = `${url}/sandbox/mailbox?to=${encodeURIComponent(recipient)}`
  console.log(`${mailSamples.length} mails, one of every kind and more: ${mailbox}`)
} catch (error) {
  if (!(error instanceof NoSandbox)) throw error
  console.error(error.message)
  process.exitCode = 1
}

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { refusals } from '../../contract/refusals.ts'
import type { Config } from '../config.ts'
import { nothingAllowed } from './security-headers.ts'

/** Headers of a response that no hook has seen. No page is sent, so the policy allows nothing. */
export function unreadableHeaders({ publicUrl }: Config): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': nothingAllowed,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(publicUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  }
}

const statuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Responds to unparseable HTTP as the contract says and closes the connection. */
export function answerUnreadable(config: Config): (error: Error & { code?: string }, socket: Socket) => void {
  const body = JSON.stringify({ error: refusals.malformed })
  const headers = {
    ...unreadableHeaders(config),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const status = statuses[error.code ?? ''] ?? 400
    if (socket.writable)
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
    socket.destroy(error)
  }
}

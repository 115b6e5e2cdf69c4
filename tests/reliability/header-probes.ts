import { connect } from 'node:net'
import type { Heard } from './header-rules.ts'
import type { Route } from './watched-app.ts'

export type Probe = {
  what: string
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

const json = { 'content-type': 'application/json' }
const evil = 'https://evil.example'

/** An address of the route, with a value for each parameter. */
function pathOf(url: string): string {
  return url
    .replace(':closureId', '1')
    .replace(':kind', 'mine')
    .replace(':bayId', '1')
    .replace(':provider', 'google')
    .replace(':email', 'nobody%40example.test')
    .replace(':id', url.includes('/shops/') ? '5' : '00000000-0000-7000-8000-000000000000')
    .replace('*', 'swagger-ui.css')
}

/**
 * The requests to every route: plain, by staff, cross-site, preflight, and with a body that is malformed, too
 * long or not JSON.
 */
export function probesOf({ method, url }: Route, cookie: string): Probe[] {
  const path = pathOf(url)
  const probe = (what: string, more: Partial<Probe> = {}): Probe => ({
    what: `${method} ${url}, ${what}`,
    method,
    path,
    ...more,
  })
  const takesBody = method === 'POST' || method === 'PATCH'
  const empty = takesBody ? { body: '{}' } : {}
  const type = takesBody ? json : {}
  const probes = [
    probe('signed out', { headers: type, ...empty }),
    probe('by staff', { headers: { cookie, ...type }, ...empty }),
    probe('from another site', {
      headers: { cookie, origin: evil, 'sec-fetch-site': 'cross-site', ...type },
      ...empty,
    }),
    probe('asked in advance', {
      method: 'OPTIONS',
      headers: {
        origin: evil,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      },
    }),
  ]
  if (method === 'GET')
    probes.push(
      probe('nobody’s query', { path: `${path}?nobody=1`, headers: { cookie } }),
      probe('a part of it', { headers: { cookie, range: 'bytes=0-9' } }),
      probe('a part that is not there', { headers: { cookie, range: 'bytes=999999999-' } }),
    )
  if (takesBody)
    probes.push(
      probe('broken JSON', { headers: { cookie, ...json }, body: '{"a":' }),
      probe('prototype keys', {
        headers: { cookie, ...json },
        body: '{"__proto__":{"role":"administrator"}}',
      }),
      probe('a form', {
        headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'a=b',
      }),
      probe('too long', { headers: { cookie, ...json }, body: JSON.stringify({ a: 'x'.repeat(70_000) }) }),
    )
  return probes
}

export async function hear(site: string, { what, method, path, headers = {}, body }: Probe): Promise<Heard> {
  const answer = await fetch(`${site}${path}`, {
    method,
    redirect: 'manual',
    headers,
    ...(body === undefined ? {} : { body }),
  })
  // A stream of events has no end.
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) await answer.body?.cancel()
  else await answer.arrayBuffer()
  return { what, method, path, status: answer.status, headers: answer.headers }
}

/** Requests that no browser sends, as raw bytes. */
export const rawProbes: Record<string, string> = {
  'no request at all': 'nonsense\r\n\r\n',
  'an endless header': `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(20_000)}\r\n\r\n`,
  'two lengths':
    'POST /api/auth/sign-out HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}',
  'a content length and chunks':
    'POST /api/auth/sign-out HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
  'no host': 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n',
  'an expectation': 'GET / HTTP/1.1\r\nhost: x\r\nexpect: the-best\r\nconnection: close\r\n\r\n',
  'an invalid path': 'GET /api/appointments/user/%E0%A4%A HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'an invalid method': 'BREW / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'an unsupported method':
    'PUT /api/packages HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 0\r\n\r\n',
  'a trace': 'TRACE / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
  'another host':
    'GET / HTTP/1.1\r\nhost: evil.example\r\nx-forwarded-host: evil.example\r\nconnection: close\r\n\r\n',
}

/** Sends bytes and reads the head of the answer; null when the connection was closed without one. */
export async function hearRaw(site: string, what: string, bytes: string): Promise<Heard | null> {
  const { hostname, port } = new URL(site)
  const text = await new Promise<string>((resolve) => {
    const socket = connect(Number(port), hostname)
    let read = ''
    socket.setEncoding('latin1')
    socket.on('data', (part: string) => (read += part))
    socket.on('error', () => resolve(read))
    socket.on('close', () => resolve(read))
    socket.on('end', () => socket.end())
    socket.write(bytes)
  })
  const [head = ''] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const status = Number(first.split(' ')[1])
  if (!Number.isInteger(status)) return null
  const headers = new Headers()
  for (const line of lines)
    headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim())
  const [method = '', path = ''] = bytes.split('\r\n')[0]?.split(' ') ?? []
  return { what, method, path: path.startsWith('/') ? path : '/', status, headers, isRaw: true }
}

/** An answer as it came over the network. */
export type Heard = {
  /** The request, for the sentence of a fault. */
  what: string
  method: string
  path: string
  status: number
  headers: Headers
  /** Whether it answers raw bytes that no browser sends. */
  isRaw?: true
}

/** How the product is reached: https-only headers are sent over https alone. */
export type Setting = { https: boolean; cardOrigin: string }

const returnPaths = ['/api/auth/callback/', '/social-sign-in']
const isOf = (path: string, beginnings: readonly string[]) => beginnings.some((one) => path.startsWith(one))

/** The directives of a policy. */
function policyOf(headers: Headers): Map<string, string> {
  const text = headers.get('content-security-policy') ?? ''
  return new Map(
    text
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => [part.split(' ')[0] ?? '', part.slice(part.indexOf(' ') + 1)]),
  )
}

/**
 * Answers that are not pages, and answers to bytes that never became a request, have the strictest policy.
 */
const strictest = "default-src 'none'; frame-ancestors 'none'"

/** Bytes that never became a request have no request number. */
const isUnreadable = ({ isRaw, status, headers }: Heard): boolean =>
  isRaw === true && [400, 408, 431].includes(status) && headers.get('content-security-policy') === strictest

/** API calls, and existing files of the build. */
const isNoPage = ({ path, status }: Heard): boolean =>
  path.startsWith('/api/') || (path.startsWith('/assets/') && status < 400)

function auditPolicy(heard: Heard, { https, cardOrigin }: Setting): string[] {
  const { path, headers } = heard
  const policy = policyOf(headers)
  // The documentation page has a policy of its own.
  const isDocs = path.startsWith('/api/docs')
  const given = headers.get('content-security-policy')
  if (!isDocs && isNoPage(heard))
    return given === strictest ? [] : [`it is no page, and its policy is ${given ?? 'missing'}`]
  const mayBeNone = isUnreadable(heard) || heard.status === 400 || (isDocs && heard.status > 400)
  if (mayBeNone && given === strictest) return []
  // Each document has one inline script, the landing page's two.
  const ownScripts = `( 'sha256-[A-Za-z0-9+/]{43}='){0,${path.split('?')[0] === '/' ? 2 : 1}}`
  const wanted: Record<string, RegExp> = {
    'default-src': /^'self'$/,
    'object-src': /^'none'$/,
    'base-uri': isDocs ? /^'(self|none)'$/ : /^'none'$/,
    'frame-ancestors': isDocs ? /^'(self|none)'$/ : /^'none'$/,
    'script-src': isDocs
      ? new RegExp(`^'self'( 'sha256-[^']+'| ${cardOrigin})*$`)
      : new RegExp(`^'self'${ownScripts} ${cardOrigin}$`),
    ...(isDocs
      ? {}
      : {
          'form-action': /^'self'$/,
          'frame-src': new RegExp(`^${cardOrigin}( |$)`),
          'require-trusted-types-for': /^'script'$/,
          'trusted-types': /^written-page default$/,
        }),
  }
  const found = Object.entries(wanted)
    .filter(([name, pattern]) => !pattern.test(policy.get(name) ?? ''))
    .map(([name]) => `its policy has ${name} ${policy.get(name) ?? 'missing'}`)
  if (https && !policy.has('upgrade-insecure-requests'))
    found.push('its policy has no upgrade-insecure-requests')
  return found
}

/** The headers that every answer carries. */
function auditSecurityHeaders(heard: Heard, { https }: Setting): string[] {
  const { path, headers } = heard
  const wanted: Record<string, RegExp | null> = {
    'x-content-type-options': /^nosniff$/,
    'x-frame-options': /^DENY$/,
    'referrer-policy': /^strict-origin-when-cross-origin$/,
    'cross-origin-resource-policy': /^same-origin$/,
    'cross-origin-opener-policy': isOf(path, returnPaths) ? /^unsafe-none$/ : /^same-origin-allow-popups$/,
    'x-request-id': /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    'strict-transport-security': https ? /^max-age=31536000; includeSubDomains$/ : null,
    // No page of another origin may read answers, and the server's software stays unnamed.
    'access-control-allow-origin': null,
    'access-control-allow-credentials': null,
    'access-control-allow-methods': null,
    'access-control-allow-headers': null,
    // By default a page may pass `payment` to the card provider's frame, as the wallets need.
    'permissions-policy': null,
    'x-powered-by': null,
    server: null,
  }
  if (isUnreadable(heard)) delete wanted['x-request-id']
  return Object.entries(wanted).flatMap(([name, pattern]) => {
    const value = headers.get(name)
    const isRight = pattern === null ? value === null : pattern.test(value ?? '')
    return isRight ? [] : [`${name} is ${value ?? 'missing'}`]
  })
}

const publicOfApi = ['/api/docs', '/api/openapi.json']

/**
 * Caching: answers of the API are not stored, pages are revalidated, files of the build are stored for long.
 */
function auditCaching({ path, status, headers }: Heard): string[] {
  const kept = headers.get('cache-control')
  // The same for everyone, and without a VIN about no person.
  if (path.split('?')[0] === '/api/fitment' && status === 200 && kept === 'public, max-age=60') return []
  // A proxy that compresses the stream would keep its events.
  if (path.split('?')[0] === '/api/admin/live' && status === 200 && kept === 'no-store, no-transform')
    return []
  if (path.startsWith('/api/') && !isOf(path, publicOfApi))
    return kept === 'no-store' ? [] : [`cache-control is ${kept ?? 'missing'}`]
  if (kept === 'no-store') return []
  if (status >= 400 && kept !== null && !/^no-(store|cache)$/.test(kept))
    return [`an error may be kept: cache-control is ${kept}`]
  if (headers.get('content-type')?.startsWith('text/html') && !isOf(path, publicOfApi))
    return kept === 'no-cache' ? [] : [`a page may be kept: cache-control is ${kept ?? 'missing'}`]
  return []
}

function auditCookies({ headers }: Heard, { https }: Setting): string[] {
  return headers.getSetCookie().flatMap((line) => {
    const [pair = '', ...parts] = line.split(';').map((part) => part.trim())
    const name = pair.slice(0, pair.indexOf('='))
    const attributes = parts.map((part) => part.toLowerCase())
    const wrong = [
      ...(attributes.includes('httponly') ? [] : ['is not HttpOnly']),
      ...(attributes.includes('samesite=lax') || attributes.includes('samesite=strict')
        ? []
        : ['is not SameSite']),
      ...(attributes.some((part) => /^path=\/(api\/auth)?$/.test(part)) ? [] : ['has no path of ours']),
      ...(attributes.some((part) => part.startsWith('domain')) ? ['has a domain'] : []),
      ...(https && !attributes.includes('secure') ? ['is not Secure'] : []),
      ...(https && !/^__(Secure|Host)-/.test(name) ? ['has a name that any page may set'] : []),
    ]
    return wrong.map((sentence) => `the cookie ${name} ${sentence}`)
  })
}

function auditBody({ method, status, headers }: Heard): string[] {
  const type = headers.get('content-type')
  const found: string[] = []
  const hasBody = method !== 'HEAD' && ![204, 304].includes(status) && headers.get('content-length') !== '0'
  if (hasBody && status !== 302 && type === null) found.push('it has no content-type')
  if (type !== null && /^(text|application\/json)/.test(type) && !/charset=utf-8/i.test(type))
    found.push(`it is ${type} without a charset`)
  if (
    /^text\/(csv|calendar)/.test(type ?? '') &&
    !headers.get('content-disposition')?.startsWith('attachment')
  )
    found.push('it is a file and opens in the page')
  if ([429, 503].includes(status) && !/^[1-9]\d*$/.test(headers.get('retry-after') ?? ''))
    found.push('it has no retry-after')
  return found
}

/** Returns a sentence for each missing or superfluous header of an answer. */
export function auditHeaders(heard: Heard, setting: Setting): string[] {
  // Refusals by Node itself have neither headers nor a body, and no browser triggers them.
  if (heard.isRaw && [400, 417].includes(heard.status) && !heard.headers.has('content-type')) return []
  return [
    ...auditPolicy(heard, setting),
    ...auditSecurityHeaders(heard, setting),
    ...auditCaching(heard),
    ...auditCookies(heard, setting),
    ...auditBody(heard),
  ].map((sentence) => `${heard.what} (${heard.status}): ${sentence}`)
}

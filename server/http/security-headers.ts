import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

/**
 * Origins of the card provider's frames and calls, used with its own addresses.
 * https://docs.stripe.com/security/guide#content-security-policy
 * No Permissions-Policy is sent: by default a page may pass `payment` to a frame, as the wallets need.
 */
const providerOrigins = {
  script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}

/** Return addresses of a social sign-in, loaded in its popup. */
const returnPaths = ['/api/auth/callback/', '/social-sign-in']

/** helmet's headers, computed once: computing them per response costs a fifth of a small one. */
function headersFor(config: Config): Record<string, string> {
  const scriptOrigin = new URL(config.cards.scriptUrl).origin
  const own = providerOrigins.script.includes(scriptOrigin)
  const origins = own
    ? providerOrigins
    : { script: [scriptOrigin], frame: [scriptOrigin], connect: [scriptOrigin] }
  const https = config.publicUrl.startsWith('https:')
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...origins.script],
        frameSrc: origins.frame,
        connectSrc: ["'self'", ...origins.connect],
        // The photo may be on any host; only the person sees it.
        imgSrc: ["'self'", 'data:', 'https:'],
        fontSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Only two Trusted Types policies may create markup or script addresses: the document's and the card
        // provider's.
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ['written-page', 'default'],
        ...(https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // A sign-in popup must be able to answer the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' },
    // Headers for obsolete browsers.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
  })
  const headers: Record<string, string> = {}
  const answer = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  }
  setHeaders({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return headers
}

/** The policy of a response that is not a page: nothing is allowed, even when it is opened by its address. */
export const nothingAllowed = "default-src 'none'; frame-ancestors 'none'"

/** The policy of the page that documents the calls. It sets styles in elements. */
export function docsPolicy({ publicUrl }: Config): string {
  const policy =
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; img-src 'self' data:; " +
    "object-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'"
  return publicUrl.startsWith('https:') ? `${policy}; upgrade-insecure-requests` : policy
}

/**
 * Sends the security headers with every response. Pages may run no third-party code except the card
 * provider's script and frame; other responses may run nothing. The headers are computed once.
 */
export function sendSecurityHeaders(app: FastifyInstance, config: Config): void {
  const ofPages = headersFor(config)
  const ofCalls = { ...ofPages, 'content-security-policy': nothingAllowed }
  app.addHook('onRequest', function securityHeaders(request, reply, done) {
    // The documentation page sets its own policy.
    reply.headers(request.url.startsWith('/api/') ? ofCalls : ofPages)
    // The provider's page in this popup usually has no such policy. With ours, the popup would lose its link
    // to the opener, which could then not detect that it was closed.
    if (returnPaths.some((path) => request.url.startsWith(path)))
      reply.header('cross-origin-opener-policy', 'unsafe-none')
    done()
  })
}

/** Allows the inline scripts of this document. `digests`: the SHA-256 of each text, in base64. */
export function allowScripts(reply: FastifyReply, digests: readonly string[]): void {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header(
    'content-security-policy',
    policy.replace("script-src 'self'", (own) =>
      [own, ...digests.map((digest) => `'sha256-${digest}'`)].join(' '),
    ),
  )
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

/** Where the card provider's frames and calls live when its own addresses are used. https://docs.stripe.com/security/guide#content-security-policy */
const providerOrigins = {
  script: ['https://js.stripe.com'],
  frame: ['https://js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
}

/** Where a sign-in with others comes back to, in the window that was opened for it. */
const returnPaths = ['/api/auth/callback/', '/social-sign-in']

/** What the library sets. It would make the same anew for every answer, and that costs a fifth of a small one; so it is asked once. */
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
        // A person's photo is wherever they say it is; only its owner sees it.
        imgSrc: ["'self'", 'data:', 'https:'],
        fontSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        // Text becomes markup or a script's address only where one of these two says so: the document's own and the card provider's.
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
    // For programs that nobody has any more.
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

/** What an answer may do that is no page, whoever opens it by its address: nothing. */
export const nothingAllowed = "default-src 'none'; frame-ancestors 'none'"

/**
 * Sends the security headers with every answer: nothing of another origin runs here but the card provider's script and frame, and of
 * what is no page nothing at all. They are the same for all, so they are made once.
 */
export function sendSecurityHeaders(app: FastifyInstance, config: Config): void {
  const ofPages = headersFor(config)
  const ofCalls = { ...ofPages, 'content-security-policy': nothingAllowed }
  app.addHook('onRequest', function securityHeaders(request, reply, done) {
    // The documentation, which is a page, says itself what it may do.
    reply.headers(request.url.startsWith('/api/') ? ofCalls : ofPages)
    // In that window the provider's page came before, mostly without any such policy: with one of ours it would lose its link to the
    // page that opened it, which could then no longer tell whether it was closed.
    if (returnPaths.some((path) => request.url.startsWith(path)))
      reply.header('cross-origin-opener-policy', 'unsafe-none')
    done()
  })
}

/** Lets a script run that stands in this document, and no other in it. `digest`: the SHA-256 of its text, in base64. */
export function allowScript(reply: FastifyReply, digest: string): void {
  const policy = String(reply.getHeader('content-security-policy'))
  reply.header(
    'content-security-policy',
    policy.replace("script-src 'self'", (own) => `${own} 'sha256-${digest}'`),
  )
}

import { randomUUID } from 'node:crypto'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { fastify, LogController, type FastifyInstance } from 'fastify'
import { brandName } from '../contract/brand.ts'
import { Refusal } from '../contract/refusals.ts'
import { accountHandlers } from './account/handlers.ts'
import { accountJobs } from './account/jobs.ts'
import { contactHandlers } from './admin/contacts/handlers.ts'
import { adminHandlers } from './admin/handlers.ts'
import { priceHandlers } from './admin/price/handlers.ts'
import { textHandlers } from './admin/texts/handlers.ts'
import { holdReadings } from './holds/gauges.ts'
import { bookingHandlers } from './booking/handlers.ts'
import { bookingJobs } from './booking/jobs.ts'
import { holdJobs } from './holds/jobs.ts'
import { catalogHandlers } from './catalog/handlers.ts'
import { fitmentAdminHandlers } from './fitment/admin-handlers.ts'
import { fitmentHandlers } from './fitment/handlers.ts'
import type { Context } from './context.ts'
import { funnelHandlers } from './funnel/handlers.ts'
import type { Handlers } from './http/handlers.ts'
import { arrivalLimits, capConnections } from './http/connection-limits.ts'
import { registerApplePayDomain } from './http/apple-pay-domain.ts'
import { registerHealth } from './http/health.ts'
import { registerMetrics } from './http/metrics.ts'
import { answerErrors, sendRefusal } from './http/refusal-answer.ts'
import { registerEndpoints } from './http/router.ts'
import { registerSandboxClock } from './http/sandbox-clock.ts'
import { docsPolicy, sendSecurityHeaders } from './http/security-headers.ts'
import { endConnectionsOnClose } from './http/end-connections.ts'
import { answerUnreadable, unreadableHeaders } from './http/malformed-request.ts'
import { serveWeb } from './http/static-files.ts'
import { warnOfUntrustedProxy } from './http/untrusted-proxy.ts'
import { observeRequests } from './http/observe-requests.ts'
import { findActor } from './identity/sessions/find-actor.ts'
import { accountPageHandlers } from './identity/account-handlers.ts'
import { identityHandlers } from './identity/handlers.ts'
import { identityJobs } from './identity/jobs.ts'
import { consumeNetworkLimit } from './identity/limits/network-limits.ts'
import { emailCodeHandlers } from './identity/email-codes/email-code-handlers.ts'
import { mailedLinkHandlers } from './identity/mailed-link-handlers.ts'
import { passkeyHandlers } from './identity/passkeys/passkey-handlers.ts'
import { secondFactorHandlers } from './identity/second-factor/second-factor-handlers.ts'
import { socialHandlers } from './identity/social/social-handlers.ts'
import type { Job } from './jobs/job.ts'
import { liveHandlers } from './live/handlers.ts'
import { createLiveHub } from './live/hub.ts'
import { jobLag } from './jobs/job-gauges.ts'
import { runDueJobs } from './jobs/run-jobs.ts'
import { findMailOutage } from './notifications/mail-outage.ts'
import { notificationReadings } from './notifications/gauges.ts'
import { notificationHandlers } from './notifications/handlers.ts'
import { sheetsOfMail } from './workshop/sheets/sheets-of-mail.ts'
import { notificationJobs } from './notifications/jobs.ts'
import { cardReadings } from './payments/card-alarm.ts'
import { paymentJobs } from './payments/jobs.ts'
import { ownMailHandlers } from './people/own-mail-handlers.ts'
import { photoHandlers } from './photos/handlers.ts'
import { photoJobs } from './photos/jobs.ts'
import { registerWebhook } from './payments/webhook.ts'
import { settingsHandlers } from './settings.ts'
import { shopHandlers } from './shops/handlers.ts'
import { peopleHandlers } from './shops/people/people-handlers.ts'
import { slotHandlers } from './slots/handlers.ts'
import { slotJobs } from './slots/jobs.ts'
import { workshopHandlers } from './workshop/handlers.ts'
import { textJobs } from './texts/jobs.ts'
import { registerTextWebhooks } from './texts/webhooks.ts'
import { shopJobs } from './shops/jobs.ts'

const wordMark = `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="40"><text x="0" y="28" fill="#fff"
  font-family="system-ui, sans-serif" font-size="24" font-weight="600">${brandName}</text></svg>`

const handlers: Omit<Handlers, 'live.watch'> = {
  ...settingsHandlers,
  ...identityHandlers,
  ...mailedLinkHandlers,
  ...emailCodeHandlers,
  ...socialHandlers,
  ...secondFactorHandlers,
  ...passkeyHandlers,
  ...accountPageHandlers,
  ...accountHandlers,
  ...catalogHandlers,
  ...fitmentHandlers,
  ...photoHandlers,
  ...fitmentAdminHandlers,
  ...shopHandlers,
  ...peopleHandlers,
  ...workshopHandlers,
  ...textHandlers,
  ...ownMailHandlers,
  ...bookingHandlers,
  ...slotHandlers,
  ...notificationHandlers,
  ...funnelHandlers,
  ...adminHandlers,
  ...priceHandlers,
  ...contactHandlers,
}

/** All background jobs. A job that emits events runs before the job that consumes them. */
export const jobs: readonly Job[] = [
  ...identityJobs,
  ...accountJobs,
  ...photoJobs,
  ...holdJobs,
  ...bookingJobs,
  ...slotJobs,
  ...paymentJobs,
  ...shopJobs,
  ...notificationJobs(sheetsOfMail),
  ...textJobs,
]

/** The gauges that are read from the database at a scrape of the metrics. */
const readings = [...holdReadings, ...cardReadings, ...notificationReadings, jobLag(jobs)]

/**
 * Parses JSON as text, so that a request without a body may still have the content type, as browsers send it.
 */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
}

function logRequests(app: FastifyInstance): void {
  app.decorateRequest('actorId')
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The route pattern, never the raw URL: it may contain an email address.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        refusal: reply.getHeader('x-refusal'),
        // The user's id, not a name. The audit trail has the details under the same id.
        actor: request.actorId,
        ms: Math.round(reply.elapsedTime),
        trace: request.asking?.span?.spanContext().traceId,
      },
      'answered',
    )
    done()
  })
}

/**
 * Builds the whole HTTP application over a context, without listening. `webRoot` is the folder of the built
 * front end, if it is to be served.
 */
export async function buildApp(
  context: Context,
  options: { webRoot?: string } = {},
): Promise<FastifyInstance> {
  const { config } = context
  const app = fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: 64 * 1024,
    ...arrivalLimits(config),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    routerOptions: { maxParamLength: 400 },
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ ...unreadableHeaders(config), 'x-request-id': request.id })
      sendRefusal(reply, new Refusal('malformed'))
    },
    clientErrorHandler: answerUnreadable(config),
  })
  acceptEmptyJson(app)
  endConnectionsOnClose(app)
  capConnections(app, config)
  observeRequests(app, context)
  logRequests(app)
  answerErrors(app, context)
  sendSecurityHeaders(app, config)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: brandName,
        version: '1',
        description: 'Every call of the product. Errors are {"error": "sentence"}.',
      },
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'dashfit.session_token' } },
      },
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Its pages set styles in elements, which the package's own policy blocks.
    staticCSP: docsPolicy(config),
    logLevel: 'warn',
    theme: { title: `${brandName} API` },
    logo: { type: 'image/svg+xml', content: Buffer.from(wordMark), href: '/' },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  registerHealth(app, context, { findMailOutage, findWarning: warnOfUntrustedProxy(app) })
  registerMetrics(app, context, readings)
  registerApplePayDomain(app, config)
  registerSandboxClock(app, context, () => runDueJobs(context, jobs))
  await registerWebhook(app, context)
  await registerTextWebhooks(app, context)
  const hub = createLiveHub(context)
  app.addHook('preClose', () => hub.close())
  await registerEndpoints(
    app,
    context,
    { ...handlers, ...liveHandlers(hub) },
    { findActor, admit: consumeNetworkLimit },
  )
  if (options.webRoot === undefined) {
    app.setNotFoundHandler(async (_request, reply) => sendRefusal(reply, new Refusal('not_found')))
  } else {
    await serveWeb(app, context, options.webRoot)
  }
  return app
}

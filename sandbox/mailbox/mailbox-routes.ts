import type { FastifyInstance } from 'fastify'
import type { Journal } from '../journal.ts'
import { sendPage } from '../pages/layout.ts'
import { mailboxPage, messagePage, missingMessagePage } from './mailbox-pages.ts'
import type { MailMessage, MailRecords } from './message.ts'

/** `/sandbox/mailbox.json` for tests, `/sandbox/mailbox` to read; newest first. */
export function registerMailbox(app: FastifyInstance, mail: Journal<MailRecords>): void {
  const newestFirst = (to: string | undefined): MailMessage[] =>
    mail
      .list('message')
      .filter(
        (message) =>
          to === undefined || message.to.some((address) => address.toLowerCase() === to.toLowerCase()),
      )
      .toReversed()

  app.get<{ Querystring: { to?: string } }>('/sandbox/mailbox.json', (request) =>
    newestFirst(request.query.to),
  )

  app.get<{ Querystring: { to?: string } }>('/sandbox/mailbox', (request, reply) =>
    sendPage(reply, mailboxPage(newestFirst(request.query.to), request.query.to)),
  )

  app.get<{ Params: { id: string } }>('/sandbox/mailbox/:id', (request, reply) => {
    const message = mail.get('message', request.params.id)
    return message ? sendPage(reply, messagePage(message)) : sendPage(reply.code(404), missingMessagePage())
  })

  app.get<{ Params: { id: string } }>('/sandbox/mailbox/:id/html', (request, reply) => {
    const message = mail.get('message', request.params.id)
    if (!message) return reply.code(404).send({ error: 'There is no such mail.' })
    // The mail's own page: it may be shown in the reading page's frame, may load nothing and may run nothing.
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; " +
          "img-src data: http: https:; frame-ancestors 'self'",
      )
      .send(`<base target="_blank">${message.html}`)
  })

  app.get<{ Params: { id: string; index: string } }>(
    '/sandbox/mailbox/:id/attachments/:index',
    (request, reply) => {
      const attachment = mail.get('message', request.params.id)?.attachments[Number(request.params.index)]
      if (!attachment) return reply.code(404).send({ error: 'There is no such attachment.' })
      const bytes = Buffer.from(
        attachment.content,
        attachment.contentType === 'text/calendar' ? 'utf8' : 'base64',
      )
      const name = encodeURIComponent(attachment.filename)
      return reply
        .header(
          'content-type',
          attachment.contentType === 'text/calendar'
            ? 'text/calendar; charset=utf-8'
            : 'application/octet-stream',
        )
        .header('content-disposition', `attachment; filename*=UTF-8''${name}`)
        .send(bytes)
    },
  )
}

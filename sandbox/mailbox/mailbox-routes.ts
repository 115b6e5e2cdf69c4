import type { FastifyInstance } from 'fastify'
import type { Journal } from '../journal.ts'
import { sendPage } from '../pages/layout.ts'
import { mailboxPage } from './mailbox-page.ts'
import { messagePage, missingMessagePage } from './message-page.ts'
import type { MailMessage, MailRecords } from './message.ts'
import { isColorScheme, mailDocument, mailDocumentPolicy } from './mail-document.ts'

type Search = { Querystring: { to?: string } }
type OneMail = { Params: { id: string }; Querystring: { light?: string; pictures?: string } }

/** `/sandbox/mailbox.json` for programs, `/sandbox/mailbox` for people; newest first. */
export function registerMailbox(app: FastifyInstance, mail: Journal<MailRecords>, smtpUrl: string): void {
  const newestFirst = (isFor: (address: string) => boolean): MailMessage[] =>
    mail
      .list('message')
      .filter((message) => message.to.some((address) => isFor(address.toLowerCase())))
      .toReversed()

  app.get<Search>('/sandbox/mailbox.json', ({ query: { to } }) =>
    newestFirst((address) => to === undefined || address === to.toLowerCase()),
  )

  app.get('/sandbox/mail-server.json', () => ({ smtpUrl }))

  app.get<Search>('/sandbox/mailbox', (request, reply) => {
    const wanted = request.query.to?.trim() ?? ''
    const messages = newestFirst((address) => address.includes(wanted.toLowerCase()))
    return sendPage(reply, mailboxPage({ messages, all: mail.count('message'), wanted }))
  })

  app.get<OneMail>('/sandbox/mailbox/:id', (request, reply) => {
    const message = mail.get('message', request.params.id)
    if (!message) return sendPage(reply.code(404), missingMessagePage())
    return sendPage(reply, messagePage(message, request.query.pictures !== 'off'))
  })

  app.get<OneMail>('/sandbox/mailbox/:id/html', (request, reply) => {
    const message = mail.get('message', request.params.id)
    if (!message) return reply.code(404).send({ error: 'There is no such mail.' })
    const { light, pictures } = request.query
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', mailDocumentPolicy(pictures !== 'off'))
      .send(mailDocument(message.html, isColorScheme(light) ? light : undefined))
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

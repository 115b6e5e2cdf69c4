import { formatPhone } from '../../contract/booking/us-phone.ts'
import type { MailBlock, MailContent } from './mail-content.ts'

/** Renders a mail as plain text: the same words in short paragraphs, every address on a line of its own. */
export function mailText(content: MailContent, brandName: string): string {
  return [
    brandName,
    content.badge.text,
    '',
    content.title.toUpperCase(),
    '',
    content.opening,
    '',
    ...content.blocks.flatMap((block) => [...blockLines(block), '']),
    '-- ',
    ...content.footer,
    '',
  ].join('\n')
}

function blockLines(block: MailBlock): string[] {
  switch (block.kind) {
    case 'headline':
      return [
        `${block.main}${block.look === 'off' ? ' (cancelled)' : ''}`,
        block.beside,
        ...(block.past === undefined ? [] : [`(was ${block.past})`]),
      ]
    case 'action':
      return [`${block.label}:`, block.url, ...(block.hint === undefined ? [] : [block.hint])]
    case 'details':
      return block.rows.flatMap(({ label, lines, phone }) =>
        [...lines, ...(phone === undefined ? [] : [formatPhone(phone)])].map((line, index) =>
          index === 0 ? `${label}: ${line}` : `  ${line}`,
        ),
      )
    case 'panel':
      return [block.heading.toUpperCase(), ...block.lines]
    case 'list':
      return [block.heading.toUpperCase(), ...block.items.map((item) => `- ${item}`)]
    case 'section':
      return [block.heading.toUpperCase(), block.text]
    case 'jobs':
      return [
        block.heading.toUpperCase(),
        ...block.jobs.flatMap(({ time, title, url, lines, phone, alert }) => [
          '',
          time,
          title,
          url,
          ...lines,
          ...(phone === undefined ? [] : [formatPhone(phone)]),
          ...(alert === undefined ? [] : [alert]),
        ]),
        ...(block.rest === undefined ? [] : ['', block.rest]),
      ]
  }
}

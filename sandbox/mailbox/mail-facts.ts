/** Facts about a mail's HTML that need no rendering. */
export interface MailFacts {
  /** The preview beside the subject in a mailbox: the first words of the mail. */
  preview: string
  bytes: number
  pictures: number
  links: { words: string; address: string }[]
}

const longestPreview = 140
/** Invisible filler, which mails add to keep their next words out of the preview. */
const filling = /(?:[\s\u200B-\u200F\u2060]|\u034F){30,}/
const entities: Record<string, string> = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  nbsp: ' ',
  zwnj: '\u200C',
  '#39': "'",
}

export function mailFacts(html: string, text: string): MailFacts {
  return {
    preview: firstWords(html === '' ? text : seenOf(html)),
    bytes: Buffer.byteLength(html),
    pictures: (html.match(/<img\b/gi) ?? []).length,
    links: [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"[^>]*>(.*?)<\/a>/gis)].map(([, address, inside]) => ({
      words: wordsOf(inside ?? ''),
      address: decode(address ?? ''),
    })),
  }
}

function firstWords(seen: string): string {
  const words = singleLine(seen.trimStart().split(filling)[0] ?? '')
  return words.length > longestPreview ? `${words.slice(0, longestPreview)}…` : words
}

function wordsOf(html: string): string {
  return singleLine(seenOf(html))
}

function seenOf(html: string): string {
  const seen = html
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<(style|title|script|head)\b.*?<\/\1>/gis, '')
    .replaceAll(/<[^>]*>/g, ' ')
  return decode(seen)
}

function singleLine(text: string): string {
  return text.replaceAll(/(?:[\s\u200B-\u200F\u2060]|\u034F)+/g, ' ').trim()
}

function decode(text: string): string {
  return text.replaceAll(/&(#?\w+);/g, (whole, name: string) => {
    if (entities[name] !== undefined) return entities[name]
    const [, hex, digits] = /^#(?:x([0-9a-f]+)|(\d+))$/i.exec(name) ?? []
    const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })
}

import { inflateSync } from 'node:zlib'

type Objects = Map<string, string>

/** The objects of a PDF by number, their streams inflated. Pictures are left out. */
function objectsOf(pdf: Buffer): Objects {
  const text = pdf.toString('latin1')
  const found: Objects = new Map()
  for (const [, number = '', body = ''] of text.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const stream = /^([\s\S]*?)stream\r?\n([\s\S]*)\r?\nendstream$/.exec(body)
    const isText = stream?.[1]?.includes('/FlateDecode') && !stream[1].includes('/Image')
    found.set(
      number,
      isText
        ? inflateSync(Buffer.from(stream?.[2] ?? '', 'latin1')).toString('latin1')
        : (stream?.[1] ?? body),
    )
  }
  return found
}

const decode = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')

/** The characters of a font by the number of their shape, from its table for copying text. */
function charactersOf(table: string): Map<number, string> {
  const characters = new Map<number, string>()
  for (const [, block = ''] of table.matchAll(/beginbfrange\n([\s\S]*?)\nendbfrange/g))
    for (const [, first = '', list = ''] of block.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
      for (const [index, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries())
        characters.set(Number.parseInt(first, 16) + index, decode(hex))
  return characters
}

/**
 * The text of each page of a PDF of ours, as a reader copies it, without white space: words are drawn in
 * pieces.
 */
export function textOfPdf(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body))
  return pages.map((page) => {
    const part = (pattern: RegExp, of: string) => objects.get(pattern.exec(of)?.[1] ?? '') ?? ''
    const resources = part(/\/Resources (\d+) 0 R/, page)
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', number = '']) => [
        name,
        charactersOf(part(/\/ToUnicode (\d+) 0 R/, objects.get(number) ?? '')),
      ]),
    )
    let font = ''
    const pieces = [...part(/\/Contents (\d+) 0 R/, page).matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)]
    return pieces
      .flatMap(([, name, shapes]) => {
        if (name !== undefined) font = name
        if (shapes === undefined) return []
        const numbers = [...shapes.matchAll(/<(\w*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
        return numbers.map((shape) => fonts.get(font)?.get(Number.parseInt(shape, 16)) ?? '').join('')
      })
      .join('')
      .replaceAll(/[\s\u200B]+/g, '')
  })
}

/** The number of pictures in a PDF, each counted once. */
export function picturesOf(pdf: Buffer): number {
  return [...pdf.toString('latin1').matchAll(/\/Subtype \/Image/g)].length
}

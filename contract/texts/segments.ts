const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extended = '^{}\\[~]|€'
const typographic: Readonly<Record<string, string>> = {
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00A0': ' ',
}

const isGsm = (character: string): boolean => basic.includes(character) || extended.includes(character)

/**
 * The text in the GSM-7 alphabet: typographic characters become plain, accents that it lacks are dropped, and
 * any other character becomes a question mark. One character outside it would halve the length of a segment.
 */
export function toGsm(text: string): string {
  return Array.from(text, (character) => {
    const plain = typographic[character] ?? character
    if (Array.from(plain).every(isGsm)) return plain
    const bare = plain.normalize('NFD').replaceAll(/\p{M}/gu, '')
    return bare !== '' && Array.from(bare).every(isGsm) ? bare : '?'
  }).join('')
}

/** Segments of a text, each of which is charged: 160 or 153 GSM-7 characters, else 70 or 67 of UTF-16. */
export function segmentsOf(text: string): number {
  const characters = Array.from(text)
  if (!characters.every(isGsm)) return text.length <= 70 ? 1 : Math.ceil(text.length / 67)
  const length = characters.reduce((sum, character) => sum + (extended.includes(character) ? 2 : 1), 0)
  return length <= 160 ? 1 : Math.ceil(length / 153)
}

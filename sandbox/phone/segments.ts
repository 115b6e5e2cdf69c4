const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const EXTENDED = '^{}\\[~]|€'

/** Segments of a message: 160 or 153 characters of GSM 03.38 each, else 70 or 67 UTF-16 units. */
export function segmentsOf(body: string): number {
  let length = 0
  for (const character of body) {
    if (BASIC.includes(character)) length += 1
    else if (EXTENDED.includes(character)) length += 2
    else return body.length <= 70 ? 1 : Math.ceil(body.length / 67)
  }
  return length <= 160 ? 1 : Math.ceil(length / 153)
}

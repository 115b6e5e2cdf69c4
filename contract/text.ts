import * as z from 'zod/mini'

/**
 * At most `length` characters (UTF-16 units). Every text of a request has this check, before any pattern: zod
 * goes on after a failed check unless it aborts, and a pattern may take seconds on 60,000 characters.
 */
export function atMost(length: number, sentence?: string) {
  return z.maxLength(length, sentence === undefined ? { abort: true } : { abort: true, error: sentence })
}

/** A text of at most `length` characters that fits the pattern. */
export function matching(pattern: RegExp, length: number, sentence?: string) {
  return z.string(sentence).check(atMost(length, sentence), z.regex(pattern, sentence))
}

/** A shop's number in a query string. */
export const shopIdInQuery = matching(/^[1-9]\d{0,8}$/, 9, 'Please give the number of a shop')

/** A row's number in a body: the database's integers end there. */
export const rowNumber = z.int().check(z.positive(), z.maximum(2_147_483_647))

/** An id in the form of a UUID, which has 36 characters; in lower case, as the database gives it back. */
export const uuid = z.string().check(atMost(36), z.uuid(), z.toLowerCase())

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** An id of a row. One in the form of a UUID is in lower case; ids of accounts keep theirs. */
export const anyId = z.string().check(
  atMost(100),
  z.overwrite((id) => (uuidPattern.test(id) ? id.toLowerCase() : id)),
)

const unshowable = 'Please remove the characters that cannot be shown'

/**
 * Refuses line breaks, which could begin a mail header, halves of characters, and characters that reverse the
 * text after them.
 */
const isShowable = z.refine<string>(
  (text: string) => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/u.test(text),
  unshowable,
)

/** A letter, figure or sign that can be seen: joiners, marks of direction and blank letters do not count. */
const visible = /(?![\u115F\u1160\u2800\u3164\uFFA0])[\p{L}\p{N}\p{P}\p{S}]/u

/** A name or an address that people read: one line with something to see, at most `length` characters. */
export function shownText(length: number, missing: string, tooLong?: string) {
  return z.string(missing).check(z.trim(), atMost(length, tooLong), z.regex(visible, missing), isShowable)
}

const linkSentence = 'Please leave web addresses out'
/** Texts that mail programs turn into links, also in full-width letters. */
const links = [
  /:\/\/|mailto:/i,
  /(?<!\p{L})www\d?\./iu,
  // A host with a port, path or query.
  /\.\p{L}{2,}[/:?\\]/u,
  /[\p{L}\p{N}]\.(?:com|net|org|info|biz|shop|store|online|site|xyz|app|dev|link|io)(?![\p{L}\p{N}])/iu,
  /[^\s@]@[^\s@]+\.\p{L}/u,
]

function hasLink(text: string): boolean {
  const plain = text.normalize('NFKC')
  return links.some((link) => link.test(plain))
}

/** Shown text that mails repeat. A web address in it would become a link of the product's mail. */
export function mailedText(length: number, missing: string, tooLong?: string) {
  return shownText(length, missing, tooLong).check(z.refine((text) => !hasLink(text), linkSentence))
}

/** `mailedText` where the field may be empty. */
export function mailedTextOrNone(length: number, tooLong: string) {
  return shownTextOrNone(length, tooLong).check(z.refine((text) => !hasLink(text), linkSentence))
}

/** Shown text where the field may be empty. */
export function shownTextOrNone(length: number, tooLong: string) {
  return z.string().check(
    z.trim(),
    atMost(length, tooLong),
    z.refine((text) => text === '' || visible.test(text), unshowable),
    isShowable,
  )
}

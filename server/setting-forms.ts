import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { isDay } from '../contract/time.ts'

const setting = (isValid: (text: string) => boolean, message: string) =>
  z.optional(z.string().check(z.refine(isValid, message)))

/** A text in one line. A space or line break at an end came with a copied secret, and breaks it. */
const isLine = (text: string): boolean => text === text.trim() && !/\p{Cc}/u.test(text)
export const line = setting(isLine, 'must be one line, without spaces at its ends')
export const secretOf = (length: number) =>
  setting(
    (text) => isLine(text) && text.length >= length,
    `must have ${length} characters or more, in one line without spaces at its ends`,
  )

export const day = setting(isDay, 'must be a day like 2027-01-31')

/** An id or key of a provider, or a token in a header. */
export const token = setting((text) => /^[\x21-\x7E]+$/.test(text), 'must be one word without spaces')
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
export const bucketName = setting(
  (text) => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(text) && !text.includes('..'),
  'must be 3 to 63 lower-case letters, digits, dots or hyphens',
)
export const keyWith = (...prefixes: string[]) =>
  setting(
    (text) => /^[\x21-\x7E]+$/.test(text) && prefixes.some((prefix) => text.startsWith(prefix)),
    `must begin with ${prefixes.join(' or ')}, and have no spaces`,
  )

const isHost = (text: string): boolean => isIP(text) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text)
export const host = setting(isHost, 'must be a host name or an IP address')

/** Values of the proxy library by name: https://github.com/jshttp/proxy-addr#trust */
const proxyNames = ['loopback', 'linklocal', 'uniquelocal']

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return proxyNames.includes(text)
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

export const networks = setting(
  (text) => text.split(',').every((each) => isNetwork(each.trim())),
  'must be IP addresses or networks like 10.0.0.0/8, with commas',
)

function isWebAddress(text: string, { withPath }: { withPath: boolean }): boolean {
  if (!URL.canParse(text) || !isLine(text)) return false
  const { protocol, username, password, search, hash, pathname } = new URL(text)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  if (username + password + search + hash !== '') return false
  return withPath || pathname === '/'
}

export const origin = setting(
  (text) => isWebAddress(text, { withPath: false }),
  'must be an address like https://example.com, without a path',
)
export const webAddress = setting(
  (text) => isWebAddress(text, { withPath: true }),
  'must be an address like https://example.com/path',
)

/** Number from `least` to `most`, without a sign. */
export const numberBetween = (
  least: number,
  most: number,
  decimals = 0,
  message = `must be from ${least} to ${most}${decimals === 0 ? '' : `, with at most ${decimals} decimals`}`,
) =>
  setting((text) => {
    const form = decimals === 0 ? /^\d{1,9}$/ : new RegExp(`^\\d{1,9}(\\.\\d{1,${decimals}})?$`)
    return form.test(text) && Number(text) >= least && Number(text) <= most
  }, message)

// In these two a raw / # ? or @ of the password would end it, and the rest would be read as another host.
const userInfo = String.raw`(?:[\w.~!$&'()*+,;=%-]+(?::[\w.~!$&'()*+,;=:%-]*)?@)?`
const hostAndPort = String.raw`(?:\[[\da-f:.]+\]|[\w.%-]+)(?::(?<port>\d{1,5}))?`

function isServerUrl(text: string, pattern: RegExp): boolean {
  const found = pattern.exec(text)
  if (!found || Number(found.groups?.['port'] ?? 0) > 65_535) return false
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** The mail library's own options in the query, e.g. ?requireTLS=false. */
const smtpPattern = new RegExp(
  `^smtps?://${userInfo}${hostAndPort}/?(?:\\?[\\w.]+=[\\w.]+(?:&[\\w.]+=[\\w.]+)*)?$`,
  'i',
)
export const smtpUrl = setting(
  (text) => isServerUrl(text, smtpPattern),
  'must be like smtp://user:password@mail.example.com:587 or smtps://…, without a path or fragment; percent-encode the password and the user',
)

const postgresPattern = new RegExp(
  `^postgres(?:ql)?://${userInfo}(?:${hostAndPort})?(?:/[^/@#?\\s]*)?(?:\\?[^#\\s]*)?$`,
  'i',
)
export const postgresUrl = z.optional(
  z.string().check(
    z.refine((text) => /^postgres(ql)?:\/\//.test(text), {
      message: 'must begin with postgres://',
      abort: true,
    }),
    z.refine(
      (text) => isServerUrl(text, postgresPattern),
      'must be like postgres://user:password@host:5432/database; percent-encode the password and the user',
    ),
  ),
)

/** One address, with or without a name: 'Dashfit <hello@example.com>'. */
export const mailSender = setting((text) => {
  const [, inBrackets, alone] = /^(?:[^<>@\p{Cc}]*<([^<>\s]+)>|([^<>\s]+))$/u.exec(text) ?? []
  return z.email().safeParse(inBrackets ?? alone).success
}, 'must be an email address, like Dashfit <hello@example.com>')

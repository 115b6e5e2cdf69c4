import { isIPv6 } from 'node:net'

/** The groups of one side of '::' in an IPv6 address. */
function groupsOf(side: string): string[] {
  return side === '' ? [] : side.split(':')
}

/**
 * The client address that rate limits count: an IPv4 address, or the first 64 bits of an IPv6 one, because
 * one household or rented machine owns all addresses of such a network (RFC 6177). An IPv4 address written as
 * IPv6 counts as IPv4.
 */
export function networkOf(address: string): string {
  const [bare = address] = address.split('%')
  if (!isIPv6(bare)) return address
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? []
  if (mapped !== undefined) return mapped
  // A URL writes every group in hexadecimal digits, without leading zeros.
  const [head = '', tail = ''] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail)]
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}

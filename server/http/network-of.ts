import { isIPv6 } from 'node:net'

/** The groups of one side of '::' in an IPv6 address. */
function groupsOf(side: string): string[] {
  return side === '' ? [] : side.split(':')
}

/**
 * What limits count as one caller: an IPv4 address, or the first 64 bits of an IPv6 one, within which a single household or rented
 * machine has as many addresses as it likes (RFC 6177). An IPv4 address that is written as IPv6 is itself.
 */
export function networkOf(address: string): string {
  const [bare = address] = address.split('%')
  if (!isIPv6(bare)) return address
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? []
  if (mapped !== undefined) return mapped
  // A URL writes every group in hexadecimal digits, without zeros ahead.
  const [head = '', tail = ''] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [groupsOf(head), groupsOf(tail)]
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}

import { expect, test } from 'vitest'
import { networkOf } from './network-of.ts'

test('every notation of an IPv4 address maps to one network', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
})

test('IPv6 addresses map to their first 64 bits', () => {
  const home = networkOf('2001:db8:1:2:3:4:5:6')
  expect(home).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:0DB8:0001:0002::1')).toBe(home)
  expect(networkOf('2001:db8:1:2::')).toBe(home)
  expect(networkOf('2001:db8:1:2:aaaa::192.0.2.1')).toBe(home)
  expect(networkOf('2001:db8:1:3::1')).not.toBe(home)
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('::2:3:4:5:6')).toBe('0:0:0:2::/64')
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test('text that is not an address is returned unchanged', () => {
  expect(networkOf('')).toBe('')
  expect(networkOf('unknown')).toBe('unknown')
})

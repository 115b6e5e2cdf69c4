/** The client that sends a request, as limits, known devices and sessions tell it from others. */
export type Device = {
  /** Its network address, e.g. '203.0.113.7'. */
  address: string
  /** Limits count by this: an IPv4 address, or the first 64 bits of an IPv6 one. */
  network: string
  userAgent: string | null
  /** Its cookies as `name=value; name=value`; null without any. */
  cookies: string | null
}

/** The cookies of a device by name. */
export function cookiesOf({ cookies }: Device): Map<string, string> {
  const pairs = (cookies ?? '').split(';').map((pair) => pair.trim())
  return new Map(
    pairs
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=')
        return [name, value.join('=')]
      }),
  )
}

/** The device with the cookies that the Set-Cookie lines of an answer set or clear. */
export function deviceAfter(device: Device, setCookies: readonly string[]): Device {
  const cookies = cookiesOf(device)
  for (const line of setCookies) {
    const [name = '', ...value] = (line.split(';')[0] ?? '').trim().split('=')
    cookies.set(name, value.join('='))
  }
  return { ...device, cookies: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
}

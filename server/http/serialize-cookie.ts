/** In seconds; longer than the lag of a replica that serves reads. */
const cookieSeconds = 60

/**
 * A cookie with the time of the browser's last write (`moment` by the primary's clock, milliseconds since
 * 1970), kept for a minute.
 */
export type SerializedCookie = {
  write(moment: number): string
  /** Null without a cookie of ours. */
  read(cookies: string | undefined): number | null
}

/** Over https the cookie is Secure, like every cookie of the product. */
export function serializeCookie(publicUrl: string): SerializedCookie {
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? '__Secure-dashfit.written' : 'dashfit.written'
  const pattern = new RegExp(`(?:^|; *)${name.replace('.', '\\.')}=(\\d{1,16})(?=;|$)`)
  const attributes = `Max-Age=${cookieSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    write: (moment) => `${name}=${moment}; ${attributes}`,
    read: (cookies) => {
      const text = cookies === undefined ? undefined : pattern.exec(cookies)?.[1]
      return text === undefined ? null : Number(text)
    },
  }
}

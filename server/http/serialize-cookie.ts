/** Longer than a replica that is asked may be behind. */
const cookieSeconds = 60

/** Tells a browser when its owner last changed something (`moment` by the primary's clock, milliseconds since 1970), for a minute. */
export type SerializedCookie = {
  write(moment: number): string
  /** Null when there is none, or none of ours. */
  read(cookies: string | undefined): number | null
}

/** Over https a browser takes it over https alone, as every cookie of the product. */
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

type Reply = { status: number; body: unknown }

/** One person's connection to the running product. */
export type Client = {
  get(path: string): Promise<Reply>
  post(path: string, body?: unknown): Promise<Reply>
  patch(path: string, body?: unknown): Promise<Reply>
}

/** Connects to the product, with the session of a person once they have signed in. */
export function connect(url: string): Client {
  let cookie = ''
  const send = async (method: string, path: string, body?: unknown): Promise<Reply> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const lines = answer.headers.getSetCookie().map((line) => line.slice(0, line.indexOf(';')))
    if (lines.length > 0) cookie = lines.join('; ')
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('application/json')
    return { status: answer.status, body: isJson ? JSON.parse(text) : text }
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body = {}) => send('POST', path, body),
    patch: (path, body = {}) => send('PATCH', path, body),
  }
}

/** The body of a reply with one of these statuses. Throws for any other. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller names the contract's reply
export function required<Body>({ status, body }: Reply, what: string, ...statuses: number[]): Body {
  if ((statuses.length > 0 ? statuses : [200, 201]).includes(status)) return body as Body
  throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
}

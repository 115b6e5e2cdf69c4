import type { Handlers } from '../http/handlers.ts'
import { getPhoto } from './get-photo.ts'

/** Even a browser that took the file for a page would run nothing in it. */
const photoPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

export const photoHandlers = {
  'fitment.getPhoto': async ({ context, params, query, setHeader }) => {
    const { expires, signature } = query
    const bytes = await getPhoto(context, { photoId: params.id, expires, signature })
    setHeader('cache-control', 'private, max-age=600')
    setHeader('content-disposition', 'inline; filename="photo.jpg"')
    setHeader('content-security-policy', photoPolicy)
    return bytes
  },
} satisfies Partial<Handlers>

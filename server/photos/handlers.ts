import { reviewTokenHeader } from '../../contract/routes.ts'
import { refuse } from '../../contract/refusals.ts'
import type { Handlers } from '../http/handlers.ts'
import { addPhoto } from './add-photo.ts'
import { getPhoto } from './get-photo.ts'
import type { ReviewCaller } from './own-review.ts'

/** Even a browser that took the file for a page would run nothing in it. */
const photoPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

export const photoHandlers = {
  'fitment.addPhoto': async ({ context, actor, params, headers, body }) => {
    const token = headers[reviewTokenHeader]
    const caller: ReviewCaller | null = token !== undefined ? { token } : actor && { customerId: actor.id }
    if (caller === null) return refuse('not_signed_in')
    return addPhoto(context, { reviewId: params.id, caller, file: body })
  },
  'fitment.getPhoto': async ({ context, params, query, setHeader }) => {
    const { expires, signature } = query
    const bytes = await getPhoto(context, { photoId: params.id, expires, signature })
    setHeader('cache-control', 'private, max-age=600')
    setHeader('content-disposition', 'inline; filename="photo.jpg"')
    setHeader('content-security-policy', photoPolicy)
    return bytes
  },
} satisfies Partial<Handlers>

import * as z from 'zod/mini'
import { byId, type EndpointDefinitions } from '../endpoint-definition.ts'
import { photoBytes } from '../limits.ts'
import { reviewTokenHeader } from '../routes.ts'
import { atMost, matching } from '../text.ts'

export const photoEndpoints = {
  'fitment.addPhoto': {
    summary: 'Add a photo to the open fitment review: the body is the JPEG or PNG file, 12 MB at most',
    params: byId,
    headers: z.object({ [reviewTokenHeader]: z.optional(z.string().check(atMost(100))) }),
    tokenHeader: reviewTokenHeader,
    bodyBytes: photoBytes,
    reply: z.object({
      id: z.string(),
      /** Shows the photo for 10 minutes. */
      url: z.string(),
      width: z.int(),
      height: z.int(),
      photosLeft: z.int(),
    }),
    status: 201,
    refusals: [
      'not_found',
      'link_not_valid',
      'review_answered',
      'too_many_photos',
      'photo_not_readable',
      'too_many_requests',
    ],
  },
  'fitment.getPhoto': {
    summary: 'The photo of a signed link, which ends after 10 minutes',
    params: byId,
    query: z.object({
      /** Seconds since 1970. */
      expires: matching(/^\d{1,12}$/, 12),
      signature: matching(/^[\w-]{32}$/, 32),
    }),
    reply: z.string(),
    replyType: 'image/jpeg',
    refusals: ['link_not_valid', 'not_found'],
  },
} as const satisfies EndpointDefinitions

import sharp from 'sharp'

// Only the two decoders of photos stay: the others have had most of the security holes.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] })
// One thread for a picture, and no pictures in memory afterwards.
sharp.concurrency(1)
sharp.cache(false)

export { sharp }

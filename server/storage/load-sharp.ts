let loading: Promise<typeof import('sharp').default> | undefined

/**
 * sharp, loaded with the first picture, because it costs memory that most processes never need. It opens SVG, TIFF, PDF and
 * more by itself; here it opens four formats, from memory, and no other. One thread each, so that a picture leaves room.
 * Set up once: these settings are the whole process's, and blocking again would fail pictures that are being read.
 */
export function loadSharp() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`) })
    sharp.concurrency(1)
    sharp.cache(false)
    return sharp
  })
  return loading
}

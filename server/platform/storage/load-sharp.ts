let loading: Promise<typeof import('sharp').default> | undefined

/**
 * Loads sharp with the first picture, since it costs memory that most processes never need. By itself it opens SVG,
 * TIFF, PDF and more; here it is limited to four formats, from memory, with one thread. Set up once, since these
 * settings are global to the process, and blocking again would fail pictures that are being read.
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

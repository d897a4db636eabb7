/** Files: the build's, for browsers, and pictures from storage. */
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import type { App } from '#server/context'
import type { SiteEnv } from '#server/http/site/hono-env'
import { readPicture } from '#server/storage/pictures'

const FOREVER = 'public, max-age=31536000, immutable'

/** The build's browser files. Those under /assets/ have a hash in their names, so they never change. */
export function serveClientFiles(site: Hono<SiteEnv>, root: string): void {
  const files = (cacheControl: string) =>
    serveStatic({ root, precompressed: true, onFound: (_path, c) => c.header('cache-control', cacheControl) })
  site.use('/assets/*', files(FOREVER), async (c) => c.notFound())
  site.use(files('public, max-age=3600'))
}

export function servePictures(site: Hono<SiteEnv>, app: App): void {
  site.get('/pictures/:key/:file', async (c) => {
    const [, width, format] = /^(\d{2,3})\.(avif|webp)$/.exec(c.req.param('file')) ?? []
    const picture =
      width && (await readPicture(app.storage, c.req.param('key'), Number(width), format as 'avif' | 'webp'))
    if (!picture) return c.notFound()
    return c.body(new Uint8Array(picture.bytes), 200, {
      'content-type': picture.type,
      'cache-control': FOREVER,
      etag: picture.etag,
    })
  })
}

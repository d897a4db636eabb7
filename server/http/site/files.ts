/** Files: the build's, for browsers, and pictures from storage. */
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { pictureAudience } from '#server/accounts/pictures'
import { readSession } from '#server/accounts/sign-in/sessions'
import type { App } from '#server/context'
import type { SiteEnv } from '#server/http/site/hono-env'
import { readPicture } from '#server/storage/pictures'

const FOREVER = 'public, max-age=31536000, immutable'

/** A picture never changes, but whoever it shows may stop being public, so shared caches ask again after five minutes. */
const PICTURE_FOREVER = 'public, max-age=31536000, s-maxage=300, immutable'

/** The build's browser files. Those under /assets/ have a hash in their names, so they never change. */
export function serveClientFiles(site: Hono<SiteEnv>, root: string): void {
  const files = (cacheControl: string) =>
    serveStatic({ root, precompressed: true, onFound: (_path, c) => c.header('cache-control', cacheControl) })
  site.use('/assets/*', files(FOREVER), async (c) => c.notFound())
  site.use(files('public, max-age=3600'))
}

/** Pictures of people: a public mentor's for everybody, any other for its owner and for admins. */
export function servePictures(site: Hono<SiteEnv>, app: App): void {
  site.get('/pictures/:key/:file', async (c) => {
    const [, width, format] = /^(\d{2,3})\.(avif|webp)$/.exec(c.req.param('file')) ?? []
    const picture =
      width && (await readPicture(app.storage, c.req.param('key'), Number(width), format as 'avif' | 'webp'))
    if (!picture) return c.notFound()
    const audience = await pictureAudience(app, c.req.param('key'), async () => {
      const cookies = c.req.header('cookie') ?? ''
      return (await readSession(app, cookies, { maySetCookies: false })).session
    })
    if (!audience) return c.notFound()
    return c.body(new Uint8Array(picture.bytes), 200, {
      'content-type': picture.type,
      'cache-control': audience === 'everybody' ? PICTURE_FOREVER : 'private, max-age=300',
      etag: picture.etag,
    })
  })
}

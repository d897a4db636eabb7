/** Files: the build's, for browsers, and pictures from storage. */
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { pictureAudience } from '#server/accounts/pictures/pictures'
import { readSession } from '#server/accounts/sign-in/sessions'
import type { App } from '#server/context'
import type { SiteEnv } from '#server/site/hono-env'
import { readPicture } from '#server/platform/storage/pictures'

const FOREVER = 'public, max-age=31536000, immutable'

/** Beside the folder of assets. With an ending, so that no page looks for a file first. */
const NAME_OF_FILE = /^\/[^/]+\.[^/]+$/

/** A picture never changes, but the mentor may stop being public, so shared caches revalidate after five minutes. */
const PICTURE_FOREVER = 'public, max-age=31536000, s-maxage=300, immutable'

/**
 * The build's browser files. Those under /assets/ have a hash in their names, so they never change. `shared`: a folder with
 * those of other releases, for pages that were opened before this one or drawn by a newer one.
 */
export function serveClientFiles(site: Hono<SiteEnv>, root: string, shared?: string): void {
  const files = (folder: string, cacheControl: string, prefix = '') =>
    serveStatic({
      root: folder,
      precompressed: true,
      rewriteRequestPath: (path) => path.slice(prefix.length),
      onFound: (_path, c) => c.header('cache-control', cacheControl),
    })
  site.use('/assets/*', files(root, FOREVER))
  if (shared) site.use('/assets/*', files(shared, FOREVER, '/assets'))
  site.use('/assets/*', async (c) => c.notFound())
  const others = files(root, 'public, max-age=3600')
  site.use((c, next) => (NAME_OF_FILE.test(c.req.path) ? others(c, next) : next()))
}

/** Pictures of people: a public mentor's for everyone, any other for its owner and for admins. */
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

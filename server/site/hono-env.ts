import type { HttpBindings } from '@hono/node-server'

/** What Hono has of a request to the site: Node's own objects, and the nonce of its response. */
export type SiteEnv = { Bindings: HttpBindings; Variables: { nonce: string } }

/** The bundled code, with pages and everything else that holds JSX: from the build, or in development from Vite. */
import { existsSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { LEAVE_BODIES, type Listener } from '#server/start/listen'
import { refuseToStart } from '#server/start/refuse'
import type { App } from '#server/context'
import type { SiteOptions } from '#server/site/site'
import type * as Entry from '../entry.ts'
import * as m from '#messages/operators'

export type Bundle = typeof Entry

type LoadedBundle = {
  bundle: Bundle
  /** Serves the product over HTTP. */
  createListener: (app: App, options: Pick<SiteOptions, 'beside' | 'hosts'>) => Listener
  close: () => Promise<void>
}

/** `folder`: the setting LANDFALL_BUILD. */
export async function loadBuild(folder: string): Promise<LoadedBundle> {
  const entry = resolve(folder, 'server/index.js')
  if (!existsSync(entry)) refuseToStart(m.noBuild({ folder }))
  const bundle = (await import(pathToFileURL(entry).href)) as Bundle
  return {
    bundle,
    createListener(app, options) {
      const product = bundle.createProduct(app, { ...options, clientFolder: join(folder, 'client') })
      return getRequestListener((request, env) => product.fetch(request, env), LEAVE_BODIES)
    },
    close: async () => {},
  }
}

/** Loads the code anew for each request, so that edits take effect without a restart; database and jobs stay open. */
export async function loadFromVite(server: Server): Promise<LoadedBundle> {
  const { createServer } = await import('vite')
  const vite = await createServer({ appType: 'custom', server: { middlewareMode: true, hmr: { server } } })
  const load = () => vite.ssrLoadModule('./server/entry.ts') as Promise<Bundle>
  return {
    bundle: await load(),
    createListener(app, options) {
      const pages = getRequestListener(async (request, env) => {
        const { createProduct } = await load()
        return createProduct(app, { ...options, clientFolder: null }).fetch(request, env)
      }, LEAVE_BODIES)
      return async (incoming, outgoing) =>
        vite.middlewares(incoming as IncomingMessage, outgoing as ServerResponse, () => pages(incoming, outgoing))
    },
    close: () => vite.close(),
  }
}

/** An `App` with the parts that searching needs. All other parts throw when used. */
import { createDirectory } from '#server/search/engine/directory'
import type { App } from '#server/context'
import { SHIPPED_RATES } from '#server/payments/rates/shipped-rates'
import { loadConfig } from '#server/platform/config'
import type { Db } from '#server/platform/db/connect'
import { NOW } from './search-data.ts'

export type Search = App

export function openSearch(db: Db): Search {
  const config = loadConfig({})
  if (!config.ok) throw new Error(config.error)
  const known: Partial<App> = {
    config: { ...config.value, PUBLIC_URL: 'http://127.0.0.1', fixedOrigin: true },
    rates: SHIPPED_RATES,
    db,
    replica: null,
    now: () => NOW,
    directory: createDirectory(),
    log: { info: () => {}, warn: () => {}, error: () => {} },
  }
  return new Proxy(known, {
    get(app, name) {
      if (!(name in app)) throw new Error(`Searching asks for ${String(name)}`)
      return Reflect.get(app, name) as unknown
    },
  }) as App
}

/**
 * What every request and job works with. Made once in `server/main.ts`; pages get it through React Router's context.
 */
import { createContext } from 'react-router'
import type { Session } from '#domain/accounts/account'
import type { Directory } from '#server/search/engine/directory'
import type { Auth } from '#server/accounts/auth/auth'
import type { Config } from '#server/config'
import type { Db } from '#server/db/connect'
import type { Log } from '#server/log'
import type { Mailer } from '#server/mail/smtp'
import type { Queue } from '#server/queue'
import type { Payments } from '#server/payments/stripe/stripe'
import type { PictureProcess } from '#server/storage/picture-process'
import type { Storage } from '#server/storage/store'

export type App = {
  db: Db
  /**
   * Where no `PUBLIC_URL` is set it is the address really bound, and `fixedOrigin` is false: then pages answer under
   * whatever name the browser used for this machine.
   */
  config: Config & { PUBLIC_URL: string; fixedOrigin: boolean }
  /** The product's clock. */
  now: () => Date
  payments: Payments
  auth: Auth
  mailer: Mailer
  storage: Storage
  /** Where uploaded pictures are decoded. */
  pictures: PictureProcess
  queue: Queue
  /** What this process knows of the list of mentors. Read through `server/search/sync.ts`, which keeps it true. */
  directory: Directory
  log: Log
  /** The operator's own words; null where there are none, which only a demo may have. */
  texts: { terms: string | null; privacy: string | null }
}

/** As much of it as settling money takes: enough for a program beside the product, too. */
export type Settling = Pick<App, 'db' | 'now' | 'payments' | 'queue' | 'log'> & { config: Config }

export const appContext = createContext<App>()

/**
 * The nonce of this response's Content-Security-Policy. Undefined in development, where Vite adds scripts of its own.
 */
export const nonceContext = createContext<string | undefined>(undefined)

/**
 * Set while a page is rendered for the page cache (`server/http/page-cache.ts`): it is rendered whole, and `failed`
 * becomes true if a part of it fails.
 */
export const cachedPageContext = createContext<{ failed: boolean } | null>(null)

/**
 * Set when a page is rendered for one visitor: the error that failed it, from which `server/http/site.ts` chooses the
 * status.
 */
export const faultContext = createContext<{ error: unknown } | null>(null)

/** Whose request this is: an IP address, from `server/http/client-address.ts`. */
export const addressContext = createContext<string>()

/** Who is signed in; null for a visitor. Read once for each request, by `server/http/site.ts`. */
export const sessionContext = createContext<Session | null>(null)

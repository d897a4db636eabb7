/**
 * The value `App`, which every request and job works with. Made once, by `server/start/connect-app.ts`; pages get it as
 * `appContext`.
 */
import { createContext } from 'react-router'
import type { Session } from '#domain/accounts/account'
import type { Advice } from '#domain/mentors/advice'
import type { PaymentEvent } from '#domain/payments/checkout'
import type { Finding } from '#domain/payments/mismatch'
import type { ExchangeRates } from '#domain/payments/about-price'
import type { Translations } from '#domain/site-settings'
import type { Directory } from '#server/search/engine/directory'
import type { FrameReader } from '#server/accounts/sign-in/frame-reader'
import type { Auth } from '#server/accounts/auth/auth'
import type { ClaimBookings } from '#server/accounts/auth/better-auth-hooks'
import type { Config } from '#server/platform/config'
import type { Db } from '#server/platform/db/connect'
import type { Replica } from '#server/platform/db/standby/replica'
import type { Calendars } from '#server/platform/ics/calendars'
import type { Log } from '#server/platform/log'
import type { Mailer } from '#server/platform/mail/smtp'
import type { PdfProcess } from '#server/platform/pdf/pdf-process'
import type { Queue } from '#server/platform/queue'
import type { RatesFile } from '#server/payments/rates/fetch-rates'
import type { SecretFor } from '#server/platform/secrets'
import type { WebhookSender } from '#server/platform/network/webhook-sender'
import type { Payments } from '#server/payments/stripe/stripe'
import type { PictureProcess } from '#server/platform/storage/picture-process'
import type { Storage } from '#server/platform/storage/store'
import type { Tracing } from '#server/platform/tracing/tracing'

export type App = {
  db: Db
  /** A standby of the database, or null. Read it through `server/search/stale-reads.ts` only. */
  replica: Replica | null
  /**
   * Without the setting `PUBLIC_URL`, it is the bound address, and `fixedOrigin` is false: then the origin of a request
   * is the host that the browser used.
   */
  config: Config & { PUBLIC_URL: string; fixedOrigin: boolean }
  /** What the environment says of what admins may set (`server/site-settings/`), which `config` and `texts` follow. */
  environment: { config: Config & { PUBLIC_URL: string; fixedOrigin: boolean }; advice: Advice }
  /** The product's clock. */
  now: () => Date
  /** False once the machine's clock was found wrong. Kept by `server/platform/clock-watch.ts`. */
  clockAgrees: boolean
  payments: Payments
  auth: Auth
  claimBookings: ClaimBookings
  transfers: TransferSettlement
  mailer: Mailer
  storage: Storage
  /** Where uploaded pictures are decoded. */
  pictures: PictureProcess
  /** Where tax documents become PDFs. */
  pdf: PdfProcess
  /** Mentors' calendars at other services. */
  calendars: Calendars
  /** To the operator's webhook endpoints. */
  webhooks: WebhookSender
  /** By which prices are also shown in other currencies. Changed as a whole, by `server/payments/rates/rates.ts`. */
  rates: ExchangeRates
  /** Where newer ones are had; null if they never are. */
  ratesFile: RatesFile | null
  queue: Queue
  /** Secrets of links, which are computed and stored nowhere. */
  secretFor: SecretFor
  /** The in-memory index of mentors. Read it through `server/search/sync.ts`, which keeps it up to date. */
  directory: Directory
  log: Log
  /** Times what is done, for an operator who asks for it. `payments` is traced already. */
  tracing: Tracing
  /**
   * The operator's own texts; null without one, which only a demo allows. `advice`: the notices on sessions that touch
   * visas. `translations`: what admins wrote in other languages.
   */
  texts: { terms: string | null; privacy: string | null; advice: Advice; translations: Translations }
}

/** The parts of `App` that settling needs, which a program beside the product can make too. */
export type SettlementContext = Pick<App, 'db' | 'now' | 'payments' | 'queue' | 'log' | 'transfers'> & {
  config: Config
}

/**
 * What `server/payouts/connect/` does for the webhook inbox and for reconciling, which are of bookings: these come before payouts
 * in the order of areas.
 */
export type TransferSettlement = {
  /** Settles what an event of a transfer, an account or its payouts is about. Throws if the payment service does not answer. */
  settle(app: SettlementContext, event: Pick<PaymentEvent, 'type' | 'objectId' | 'account'>): Promise<void>
  /**
   * Compares transfers with the payment service's, those made since `since` or those of one booking, and records what was lost.
   * Returns what it found. Throws if the service does not answer.
   */
  reconcile(app: SettlementContext, scope: { since: Date } | { bookingId: string }): Promise<Finding[]>
}

export const appContext = createContext<App>()

/**
 * The nonce of this response's Content-Security-Policy. Undefined in development, where Vite adds scripts of its own.
 */
export const nonceContext = createContext<string | undefined>(undefined)

/**
 * Set while a page is rendered for the page cache (`server/site/page-cache/page-cache.ts`): it is rendered whole, and `failed`
 * becomes true if a part of it fails. `error` is what failed the whole page, if that did.
 */
export const cachedPageContext = createContext<{ failed: boolean; error: unknown } | null>(null)

/**
 * Set when a page is rendered for one visitor: the error that failed it, from which `server/site/pages.ts` chooses
 * the status.
 */
export const faultContext = createContext<{ error: unknown } | null>(null)

/** The client's IP address, from `server/platform/http/client-address.ts`. */
export const addressContext = createContext<string>()

/** Reads what public pages and the frame around all pages show about the signed-in person, once per request. Null for a visitor. */
export const frameReaderContext = createContext<() => Promise<FrameReader | null>>(() => Promise.resolve(null))

/** Who is signed in; null for a visitor. Read once for each request, by `server/site/pages.ts`. */
export const sessionContext = createContext<Session | null>(null)

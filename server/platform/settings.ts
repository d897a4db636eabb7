/**
 * Every setting, in the order in which `docs/configuration.md` and `.env.example` list them, with its description from
 * `messages/en/settings.json`. `node scripts/generate/configuration.ts` writes both; tests/docs.test.ts compares them. `server/platform/config.ts` checks what one
 * setting asks of another, and what only live asks.
 */
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { CHECKOUT_MINUTES, GRACE_MINUTES, TERMS_VERSION } from '#domain/bookings/booking'
import { canCharge } from '#domain/payments/charges'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payments/checkout'
import { NOTICE_HOURS } from '#domain/bookings/availability'
import { MAX_SELLER_LENGTHS, MAX_VAT_PERCENT, SELLERS } from '#domain/tax-documents/tax-document'
import { CANCEL_POLICIES } from '#domain/bookings/refunds/refund-rule'
import { parseFigures } from '#domain/mentors/figures'
import { withAsciiHost } from '#server/platform/http/text'
import * as m from '#messages/settings'
import { ALL_LANGUAGES, FALLBACK, isLanguage, type Language } from '../../messages/languages.ts'

/** A message. */
type Text = () => string

/** What people read about a setting. Defaults, ranges and choices come from the schema itself. */
type Documentation = {
  /** The heading of the section that begins with this setting. */
  section?: Text
  /** What the section has to say once, for all its settings. */
  intro?: Text
  /** What the setting is, in Markdown. */
  text: Text
  /** What applies where it is not set and has no default value. */
  unset?: Text
  /** What live asks for. */
  live?: Text
  /** What `.env.example` shows where there is no default value. */
  example?: string
}

export const documentation = z.registry<Documentation>()

/** Null if a trusted proxy may be in this network. A network of half the world is refused: then strangers could say who they are. */
function problemOfNetwork(text: string): string | null {
  if (!ipaddr.isValidCIDR(text)) return `${m.notNetwork({ text })} ${m.writeNetworks()}`
  const [address, bits] = ipaddr.parseCIDR(text)
  if (bits < leastBits(address)) return `${m.networkWide({ text })} ${m.writeNetworks()}`
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
  return isMapped ? `${m.networkMapped({ text })} ${m.writeNetworks()}` : null
}

/** Of private networks the whole block may be trusted: 10.0.0.0/8, fc00::/7 (RFC 1918, RFC 4193). No provider owns a wider one. */
function leastBits(address: ipaddr.IPv4 | ipaddr.IPv6): number {
  if (address.kind() === 'ipv4') return 8
  return address.range() === 'uniqueLocal' ? 7 : 16
}

/** An email address; its host may be written in any script. */
const address = () => z.string().overwrite(withAsciiHost).check(z.email())

/** The word `none`, or networks separated by commas or spaces. */
const proxies = z.string().transform((text, refused): string[] => {
  const networks = text.split(/[\s,]+/).filter(Boolean)
  if (networks.length === 1 && networks[0] === 'none') return []
  const problem = networks.map(problemOfNetwork).find((found) => found !== null)
  if (problem === undefined && networks.length > 0) return networks
  refused.addIssue(problem ?? m.writeNetworks())
  return z.NEVER
})

const figures = z.string().transform((text, refused) => {
  const parsed = parseFigures(text)
  if (parsed.ok) return parsed.value
  refused.addIssue(m.writeFigures())
  return z.NEVER
})

/** The site's own language first. English is always one, since messages of all others fall back to it. */
const languages = z
  .string()
  .optional()
  .transform((text) => (text === undefined ? ALL_LANGUAGES : [...text.split(/[\s,]+/).filter(Boolean), FALLBACK]))
  .pipe(
    z.custom<Language[]>((listed) => Array.isArray(listed) && listed.every((each) => isLanguage(String(each))), {
      error: () => m.writeLanguages({ names: ALL_LANGUAGES.join(',') }),
    }),
  )
  .transform((listed) => [...new Set(listed)])

const isMethod = (name: unknown) => PAYMENT_METHODS.some((known) => known === name)
const methods = z
  .string()
  .default('card')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(
    z.custom<PaymentMethod[]>((listed) => Array.isArray(listed) && listed.includes('card') && listed.every(isMethod), {
      error: m.writeMethods,
    }),
  )

/** The European Central Bank's reference rates of the last working day. */
export const DAILY_RATES = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'

/** The word `none`, or an address; without TLS of this machine only, since anyone in between could write the rates. */
const ratesAddress = z
  .string()
  .refine(
    (text) =>
      text === 'none' || (URL.canParse(text) && /^https:\/\/|^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(text)),
    { error: m.writeRatesUrl },
  )

const limit = (usual: number) => z.coerce.number().int().min(1).max(100_000).default(usual)
const days = (usual: number) => z.coerce.number().int().min(1).max(3_650).default(usual)
const price = () => z.coerce.number().positive().max(9_999_999).optional()

const country = z.string().regex(/^[A-Z]{2}$/, { error: m.writeCountry })

const currency = z.string().refine(canCharge, { error: m.writeCurrency })

const currencies = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(z.array(currency))

export const environment = z.object({
  LANDFALL_MODE: z
    .enum(['demo', 'live', 'rehearsal'])
    .optional()
    .register(documentation, {
      section: m.sectionMode,
      text: m.landfallMode,
      unset: () => '`demo`',
      example: 'demo',
    }),
  REHEARSAL_MAIL_TO: address().optional().register(documentation, {
    text: m.rehearsalMailTo,
    live: m.refused,
    example: 'you@mail.example',
  }),

  HOST: z.string().min(1).optional().register(documentation, {
    section: m.sectionAddress,
    text: m.host,
    unset: m.hostUnset,
    example: '127.0.0.1',
  }),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).register(documentation, {
    text: m.port,
  }),
  ROLE: z.enum(['all', 'web', 'worker']).default('all').register(documentation, {
    text: m.role,
  }),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, abort: true })
    .refine((url) => /^\/?$/.test(new URL(url).pathname + new URL(url).search), { error: m.withoutPath })
    .transform((url) => new URL(url).origin)
    .optional()
    .register(documentation, {
      text: m.publicUrl,
      unset: m.publicUrlUnset,
      live: m.publicUrlLive,
      example: 'https://landfall.example',
    }),
  TRUSTED_PROXIES: proxies.optional().register(documentation, {
    text: m.trustedProxies,
    unset: () => '`none`',
    live: m.required,
    example: '10.0.0.0/8,fd00::/8',
  }),
  PAGES_PER_NETWORK: limit(1200).register(documentation, {
    text: m.pagesPerNetwork,
  }),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(3_600).optional().register(documentation, {
    text: m.drainSeconds,
    unset: m.drainSecondsUnset,
    example: '10',
  }),
  SHUTDOWN_SECONDS: z.coerce.number().int().min(1).max(600).default(5).register(documentation, {
    text: m.shutdownSeconds,
  }),

  DATABASE_URL: z
    .string()
    .regex(/^(file:|memory:|postgres(ql)?:\/\/)/, { error: m.writeDatabase })
    .default('file:./data/pglite')
    .register(documentation, {
      section: m.sectionData,
      text: m.databaseUrl,
      live: m.databaseUrlLive,
    }),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(100).default(8).register(documentation, {
    text: m.databaseConnections,
  }),
  DATABASE_REPLICA_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, { error: m.writePostgres })
    .optional()
    .register(documentation, {
      text: m.databaseReplicaUrl,
      unset: m.databaseReplicaUrlUnset,
      example: 'postgres://user:password@standby/name',
    }),
  DATABASE_WAIT_SECONDS: z.coerce.number().int().min(0).max(86_400).optional().register(documentation, {
    text: m.databaseWaitSeconds,
    unset: m.databaseWaitSecondsUnset,
    example: '300',
  }),
  STORAGE_FOLDER: z.string().min(1).default('./data/files').register(documentation, {
    text: m.storageFolder,
  }),
  S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{3,63}$/, { error: m.writeBucket })
    .optional()
    .register(documentation, {
      text: m.s3Bucket,
      unset: m.s3BucketUnset,
      example: 'landfall',
    }),
  S3_REGION: z.string().min(1).optional().register(documentation, {
    text: m.s3Region,
    example: 'eu-west-2',
  }),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(documentation, {
      text: m.s3Endpoint,
      unset: m.s3EndpointUnset,
      example: 'https://storage.example',
    }),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().register(documentation, {
    text: m.s3AccessKeyId,
    example: '...',
  }),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().register(documentation, {
    text: m.s3SecretAccessKey,
    example: '...',
  }),
  BACKUP_KEY: z.string().min(32, { error: m.secretShort }).optional().register(documentation, {
    text: m.backupKey,
    unset: m.backupKeyUnset,
    live: m.backupKeyLive,
    example: '...',
  }),
  LANDFALL_BUILD: z.string().min(1).default('build').register(documentation, {
    text: m.landfallBuild,
  }),
  ASSETS_FOLDER: z.string().min(1).optional().register(documentation, {
    text: m.assetsFolder,
    example: '/srv/landfall/assets',
  }),

  SITE_NAME: z.string().min(1).max(60).default('Landfall').register(documentation, {
    section: m.sectionSite,
    text: m.siteName,
  }),
  LANGUAGES: languages.register(documentation, {
    text: m.languages,
    unset: m.languagesUnset,
    example: 'en,es,fr',
  }),
  SUPPORT_EMAIL: address().default('help@landfall.example').register(documentation, {
    text: m.supportEmail,
    live: m.ownAddress,
  }),
  FIGURES: figures.optional().register(documentation, {
    text: m.figures,
    unset: m.figuresUnset,
    example: '150+ mentees, 8 cohorts, 94% success (sessions rated 4 or 5)',
  }),
  ABOUT_FIGURES: figures.optional().register(documentation, {
    text: m.aboutFigures,
    unset: m.figuresUnset,
    example: '50+ mentors, 20+ countries, 200+ sessions',
  }),
  FIGURES_AS_OF: z.iso.date().optional().register(documentation, {
    text: m.figuresAsOf,
    example: '2026-11-01',
  }),
  TERMS_FILE: z.string().min(1).optional().register(documentation, {
    text: m.termsFile,
    unset: m.demoText,
    live: m.required,
    example: '/etc/landfall/terms.txt',
  }),
  PRIVACY_FILE: z.string().min(1).optional().register(documentation, {
    text: m.privacyFile,
    unset: m.demoText,
    live: m.required,
    example: '/etc/landfall/privacy.txt',
  }),
  TERMS_VERSION: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/, { error: m.writeVersion })
    .default(TERMS_VERSION)
    .register(documentation, { text: m.termsVersion }),

  REVIEW_DAYS: z.coerce.number().int().min(1).max(60).default(5).register(documentation, {
    section: m.sectionMentors,
    text: m.reviewDays,
  }),

  NEW_MENTOR_POLICY: z.enum(CANCEL_POLICIES).default('flexible').register(documentation, {
    text: m.newMentorPolicy,
  }),
  NEW_MENTOR_NOTICE_HOURS: z.coerce
    .number()
    .int()
    .min(NOTICE_HOURS.min)
    .max(NOTICE_HOURS.max)
    .default(NOTICE_HOURS.default)
    .register(documentation, {
      text: m.newMentorNoticeHours,
    }),

  MEETING_HOST: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{2,5})?$/i, { error: m.writeHost })
    .default('meet.jit.si')
    .register(documentation, {
      section: m.sectionMeetings,
      text: m.meetingHost,
    }),

  ADVICE_FILE: z.string().min(1).optional().register(documentation, {
    text: m.adviceFile,
    unset: m.adviceFileUnset,
    example: '/etc/landfall/advice.json',
  }),

  AUTH_SECRET: z.string().min(32, { error: m.secretShort }).optional().register(documentation, {
    section: m.sectionSignIn,
    text: m.authSecret,
    unset: m.authSecretUnset,
    live: m.authSecretLive,
    example: '...',
  }),
  GOOGLE_CLIENT_ID: z.string().min(1).optional().register(documentation, {
    text: m.googleClientId,
    unset: m.googleClientIdUnset,
    example: '...',
  }),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional().register(documentation, {
    text: m.googleClientSecret,
    example: '...',
  }),

  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, { error: m.writeKey })
    .optional()
    .register(documentation, {
      section: m.sectionPayments,
      text: m.stripeSecretKey,
      unset: m.stripeSecretKeyUnset,
      live: m.stripeSecretKeyLive,
      example: 'sk_live_...',
    }),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional().register(documentation, {
    text: m.stripeWebhookSecret,
    unset: m.stripeWebhookSecretUnset,
    live: m.required,
    example: 'whsec_...',
  }),
  STRIPE_WEBHOOK_SECRET_BEFORE: z.string().startsWith('whsec_').optional().register(documentation, {
    text: m.stripeWebhookSecretBefore,
    example: 'whsec_...',
  }),
  STRIPE_CONNECT_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional().register(documentation, {
    text: m.stripeConnectWebhookSecret,
    example: 'whsec_...',
  }),
  STRIPE_API_BASE: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(documentation, {
      text: m.stripeApiBase,
      unset: m.stripeApiBaseUnset,
      live: m.refused,
      example: 'http://127.0.0.1:12111',
    }),
  PAYMENT_METHODS: methods.register(documentation, {
    text: m.paymentMethods,
  }),
  CHECKOUT_MINUTES: z.coerce.number().int().min(31).max(1_440).default(CHECKOUT_MINUTES).register(documentation, {
    text: m.checkoutMinutes,
  }),
  HOLD_GRACE_MINUTES: z.coerce.number().int().min(1).max(60).default(GRACE_MINUTES).register(documentation, {
    text: m.holdGraceMinutes,
  }),
  CURRENCY: currency.default('GBP').register(documentation, { text: m.currency }),
  CURRENCIES: currencies.optional().register(documentation, {
    text: m.currencies,
    unset: m.currenciesUnset,
    example: 'GBP,EUR,USD',
  }),
  PRICE_LEAST: price().register(documentation, { text: m.priceLeast, unset: m.priceLeastUnset, example: '5' }),
  PRICE_MOST: price().register(documentation, { text: m.priceMost, unset: m.priceMostUnset, example: '1000' }),
  CURRENCY_RATES_URL: ratesAddress.optional().register(documentation, {
    text: m.currencyRatesUrl,
    unset: m.currencyRatesUrlUnset,
    example: DAILY_RATES,
  }),
  FEE_PERCENT: z.coerce.number().min(0).max(100).default(0).register(documentation, {
    text: m.feePercent,
  }),
  PAYOUTS: z.enum(['batches', 'connect']).default('batches').register(documentation, { text: m.payouts }),

  SELLER: z.enum(SELLERS).default('mentor').register(documentation, {
    section: m.sectionSeller,
    intro: m.sellerIntro,
    text: m.seller,
  }),
  SELLER_NAME: z.string().max(MAX_SELLER_LENGTHS.name).optional().register(documentation, {
    text: m.sellerName,
    unset: m.sellerNameUnset,
    example: 'Landfall Ltd',
  }),
  SELLER_ADDRESS: z.string().max(MAX_SELLER_LENGTHS.address).optional().register(documentation, {
    text: m.sellerAddress,
    example: '1 Harbour Street, London E1 8AA, United Kingdom',
  }),
  SELLER_TAX_NUMBER: z.string().max(MAX_SELLER_LENGTHS.taxNumber).optional().register(documentation, {
    text: m.sellerTaxNumber,
    example: 'GB123456789',
  }),
  SELLER_COUNTRY: country.optional().register(documentation, {
    text: m.sellerCountry,
    unset: m.sellerCountryUnset,
    example: 'DE',
  }),
  VAT_PERCENT: z.coerce.number().min(0).max(MAX_VAT_PERCENT).default(0).register(documentation, {
    text: m.vatPercent,
  }),

  HOLDS_PER_BROWSER: limit(2).register(documentation, {
    section: m.sectionLimits,
    intro: m.limitsIntro,
    text: m.holdsPerBrowser,
  }),
  HOLDS_PER_EMAIL: limit(3).register(documentation, {
    text: m.holdsPerEmail,
  }),
  HOLDS_PER_ADDRESS: limit(20).register(documentation, { text: m.holdsPerAddress }),
  HOLDS_SHARE_PERCENT: z.coerce.number().min(0).max(100).default(10).register(documentation, {
    text: m.holdsSharePercent,
  }),
  NEW_HOLDS_PER_BROWSER: limit(6).register(documentation, {
    text: m.newHoldsPerBrowser,
  }),
  NEW_HOLDS_PER_ADDRESS: limit(20).register(documentation, {
    text: m.newHoldsPerAddress,
  }),
  CONFIRM_MAILS_PER_BROWSER: limit(6).register(documentation, {
    text: m.confirmMailsPerBrowser,
  }),
  CONFIRM_MAILS_PER_EMAIL: limit(6).register(documentation, {
    text: m.confirmMailsPerEmail,
  }),
  CONFIRM_MAILS_PER_ADDRESS: limit(12).register(documentation, { text: m.sameForNetwork }),
  FREE_PER_EMAIL: limit(3).register(documentation, {
    text: m.freePerEmail,
  }),
  FREE_PER_ADDRESS: limit(10).register(documentation, { text: m.sameForNetwork }),
  FAR_NETWORK_TIMES: limit(3).register(documentation, {
    text: m.farNetworkTimes,
  }),

  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .register(documentation, {
      section: m.sectionEmail,
      text: m.smtpUrl,
      unset: m.smtpUrlUnset,
      live: m.required,
      example: 'smtps://user:password@mail.example:465',
    }),
  SMTP_CONNECTIONS: z.coerce.number().int().min(1).max(100).default(5).register(documentation, {
    text: m.smtpConnections,
  }),
  SMTP_PER_SECOND: z.coerce.number().int().min(1).max(10_000).optional().register(documentation, {
    text: m.smtpPerSecond,
    unset: m.smtpPerSecondUnset,
    example: '14',
  }),
  MAIL_FROM: address().default('bookings@landfall.example').register(documentation, {
    text: m.mailFrom,
    live: m.ownAddress,
  }),

  BOUNCE_ADDRESS: address().optional().register(documentation, {
    text: m.bounceAddress,
    unset: m.bounceAddressUnset,
    example: 'bounces@mail.example',
  }),

  KEEP_UNPAID_DAYS: days(7).register(documentation, {
    section: m.sectionRetention,
    intro: m.retentionIntro,
    text: m.keepUnpaidDays,
  }),
  KEEP_GUEST_DAYS: days(180).register(documentation, {
    text: m.keepGuestDays,
  }),
  KEEP_PHONE_DAYS: days(90).register(documentation, {
    text: m.keepPhoneDays,
  }),
  KEEP_PAYMENT_EVENT_DAYS: days(400).register(documentation, {
    text: m.keepPaymentEventDays,
  }),
  KEEP_ERASURES_DAYS: days(400).register(documentation, {
    text: m.keepErasuresDays,
  }),
  KEEP_TAX_YEARS: z.coerce.number().int().min(1).max(10).default(5).register(documentation, {
    text: m.keepTaxYears,
  }),

  METRICS_TOKEN: z.string().min(20, { error: m.tokenShort }).optional().register(documentation, {
    section: m.sectionMonitoring,
    text: m.metricsToken,
    unset: m.metricsTokenUnset,
    example: '...',
  }),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional().register(documentation, {
    text: m.metricsPort,
    example: '9464',
  }),
  METRICS_HOST: z.string().min(1).default('127.0.0.1').register(documentation, {
    text: m.metricsHost,
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(documentation, {
      text: m.otelExporterOtlpEndpoint,
      unset: m.otelExporterOtlpEndpointUnset,
      example: 'http://127.0.0.1:4318',
    }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .register(documentation, { text: m.logLevel }),
})

/**
 * Every setting, in the order and with the words in which `docs/configuration.md` and `.env.example` list them.
 * `node scripts/generate/configuration.ts` writes both; tests/docs.test.ts compares them. `server/platform/config.ts` checks what one
 * setting asks of another, and what only live asks.
 */
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { CHECKOUT_MINUTES, GRACE_MINUTES, TERMS_VERSION } from '#domain/bookings/booking'
import { PAYMENT_METHODS, type PaymentMethod } from '#domain/payments/checkout'
import { NOTICE_HOURS } from '#domain/bookings/availability'
import { CANCEL_POLICIES } from '#domain/bookings/refunds/refund-rule'
import { parseFigures } from '#domain/mentors/figures'
import { withAsciiHost } from '#server/platform/http/text'

/** What people read about a setting. Defaults, ranges and choices come from the schema itself. */
type Documentation = {
  /** The heading of the section that begins with this setting. */
  section?: string
  /** What the section has to say once, for all its settings. */
  intro?: string
  /** What the setting is, in Markdown. */
  text: string
  /** What applies where it is not set and has no default value. */
  unset?: string
  /** What live asks for. */
  live?: string
  /** What `.env.example` shows where there is no default value. */
  example?: string
}

export const documentation = z.registry<Documentation>()

export const MAKE_SECRET = 'Make one by `openssl rand -base64 32`'
export const NETWORKS = 'Write the networks of your proxies as 10.0.0.0/8 or fd00::/8, or the word none'

/** Null if a trusted proxy may be in this network. A network of half the world is refused: then strangers could say who they are. */
function problemOfNetwork(text: string): string | null {
  if (!ipaddr.isValidCIDR(text)) return `“${text}” is not a network. ${NETWORKS}`
  const [address, bits] = ipaddr.parseCIDR(text)
  if (bits < leastBits(address)) return `${text} is too wide, it would believe strangers. ${NETWORKS}`
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
  return isMapped ? `${text} has to be written as IPv4. ${NETWORKS}` : null
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
  refused.addIssue(problem ?? NETWORKS)
  return z.NEVER
})

const figures = z.string().transform((text, refused) => {
  const parsed = parseFigures(text)
  if (parsed.ok) return parsed.value
  refused.addIssue('Enter up to four, such as "150+ mentees, 94% success (of what)"')
  return z.NEVER
})

const isMethod = (name: unknown) => PAYMENT_METHODS.some((known) => known === name)
const methods = z
  .string()
  .default('card')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .pipe(
    z.custom<PaymentMethod[]>(
      (listed) => Array.isArray(listed) && listed.includes('card') && listed.every(isMethod),
      'Write card, or card,bacs_debit',
    ),
  )

/** The European Central Bank's reference rates of the last working day. */
export const DAILY_RATES = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'

/** The word `none`, or an address; without TLS of this machine only, since anyone in between could write the rates. */
const ratesAddress = z
  .string()
  .refine(
    (text) =>
      text === 'none' || (URL.canParse(text) && /^https:\/\/|^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(text)),
    'Write an address with https, or the word none',
  )

const limit = (usual: number) => z.coerce.number().int().min(1).max(100_000).default(usual)
const days = (usual: number) => z.coerce.number().int().min(1).max(3_650).default(usual)
const pounds = (usual: number) => z.coerce.number().min(0.3).max(999_999).multipleOf(0.01).default(usual)

export const environment = z.object({
  LANDFALL_MODE: z.enum(['demo', 'live', 'rehearsal']).optional().register(documentation, {
    section: 'Demo or live',
    text: 'Whether the site is for looking at or takes money. A live payment key alone also means live. What each refuses: [decision 0007](decisions/0007-demo-or-live.md). `rehearsal` has every rule of live, and reaches no one; see [rehearsing](operations.md#rehearsing)',
    unset: '`demo`',
    example: 'demo',
  }),
  REHEARSAL_MAIL_TO: address().optional().register(documentation, {
    text: 'The address that gets every email of a rehearsal in place of its recipient. Required in one',
    live: 'refused',
    example: 'you@mail.example',
  }),

  HOST: z.string().min(1).optional().register(documentation, {
    section: 'Address',
    text: 'The address to listen on',
    unset: 'loopback; live: every interface',
    example: '127.0.0.1',
  }),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000).register(documentation, {
    text: 'The port to listen on; 0 takes a free one',
  }),
  ROLE: z.enum(['all', 'web', 'worker']).default('all').register(documentation, {
    text: 'What this process does: `web` serves people and runs no jobs, `worker` runs jobs and serves only `/livez`, `/readyz` and `/metrics`. Also as an argument: `npm start -- --role worker`. See [several machines](operations.md#several-machines)',
  }),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, abort: true })
    .refine(
      (url) => /^\/?$/.test(new URL(url).pathname + new URL(url).search),
      'Write it without a path: https://landfall.example',
    )
    .transform((url) => new URL(url).origin)
    .optional()
    .register(documentation, {
      text: 'The address that people use, without a path. Needed behind a proxy',
      unset: 'the address it listens on',
      live: 'required, https',
      example: 'https://landfall.example',
    }),
  TRUSTED_PROXIES: proxies.optional().register(documentation, {
    text: 'The networks of your proxies, separated by commas, or `none`. `X-Forwarded-For` counts only from these; behind a proxy that is not listed, all visitors count as one',
    unset: '`none`',
    live: 'required',
    example: '10.0.0.0/8,fd00::/8',
  }),
  PAGES_PER_NETWORK: limit(1200).register(documentation, {
    text: 'Pages and API requests that one network may have made for it in a minute, besides those that are ready in the page cache. Counted by each process',
  }),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(3_600).optional().register(documentation, {
    text: 'Seconds after SIGTERM in which it still serves but says at `/readyz` that it is not ready, so that load balancers go elsewhere; see [stopping](operations.md#starting-and-stopping)',
    unset: '10; demo: 0',
    example: '10',
  }),

  DATABASE_URL: z
    .string()
    .regex(/^(file:|memory:|postgres(ql)?:\/\/)/, 'Write file:./folder or postgres://…')
    .default('file:./data/pglite')
    .register(documentation, {
      section: 'Data',
      text: '`file:` and a folder for the embedded database, or `postgres://user:password@host/name`',
      live: 'PostgreSQL only',
    }),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(100).default(8).register(documentation, {
    text: 'Connections from one process to a PostgreSQL server. Jobs use 3 more',
  }),
  DATABASE_REPLICA_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'Write postgres://…')
    .optional()
    .register(documentation, {
      text: 'A standby of the database, from which the list of mentors and the pages around it may be read; never free times, holds and money. Takes as many connections again. See [a standby that reads](operations.md#a-standby-that-reads)',
      unset: 'the database itself',
      example: 'postgres://user:password@standby/name',
    }),
  DATABASE_WAIT_SECONDS: z.coerce.number().int().min(0).max(86_400).optional().register(documentation, {
    text: 'Seconds for which the start waits for a PostgreSQL server that is away',
    unset: '300; demo: 0',
    example: '300',
  }),
  STORAGE_FOLDER: z.string().min(1).default('./data/files').register(documentation, {
    text: 'The folder for files such as pictures. Not used with `S3_BUCKET`. Live: its whole path, required without a bucket',
  }),
  S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{3,63}$/, 'Write the name of a bucket')
    .optional()
    .register(documentation, {
      text: 'A bucket for files instead of the folder, so that several machines can share them. Needs the other `S3_` settings',
      unset: 'the folder',
      example: 'landfall',
    }),
  S3_REGION: z.string().min(1).optional().register(documentation, {
    text: 'The region of the bucket. Required with it',
    example: 'eu-west-2',
  }),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(documentation, {
      text: 'The address of another service that speaks S3',
      unset: 'Amazon’s',
      example: 'https://storage.example',
    }),
  S3_ACCESS_KEY_ID: z.string().min(1).optional().register(documentation, {
    text: 'The key to the bucket. Required with it',
    example: '...',
  }),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional().register(documentation, {
    text: 'The secret of that key. Required with the bucket',
    example: '...',
  }),
  BACKUP_KEY: z.string().min(32, `Write at least 32 characters. ${MAKE_SECRET}`).optional().register(documentation, {
    text: 'Encrypts backups. At least 32 random characters (`openssl rand -base64 32`), kept where the backups are not: without it they cannot be restored',
    unset: 'backups are not encrypted',
    live: 'hard to guess, if it is set',
    example: '...',
  }),
  LANDFALL_BUILD: z.string().min(1).default('build').register(documentation, {
    text: 'The folder of the built product',
  }),
  ASSETS_FOLDER: z.string().min(1).optional().register(documentation, {
    text: 'A folder with the scripts and styles of other releases, which pages that they drew still name. `npm run release` keeps one; a process that may write it adds its own',
    unset: 'none',
    example: '/srv/landfall/assets',
  }),

  SITE_NAME: z.string().min(1).max(60).default('Landfall').register(documentation, {
    section: 'What the site says about itself',
    text: 'The name of the site, on pages and in emails',
  }),
  SUPPORT_EMAIL: address().default('help@landfall.example').register(documentation, {
    text: 'Where people write for help',
    live: 'an address of yours',
  }),
  FIGURES: figures.optional().register(documentation, {
    text: 'The statistics on the home page and on `/cohorts`, up to four, each with its source in brackets',
    unset: 'samples; live: what the data proves',
    example: '150+ mentees, 8 cohorts, 94% success (sessions rated 4 or 5)',
  }),
  ABOUT_FIGURES: figures.optional().register(documentation, {
    text: 'The statistics on `/about`, likewise',
    unset: 'samples; live: what the data proves',
    example: '50+ mentors, 20+ countries, 200+ sessions',
  }),
  FIGURES_AS_OF: z.iso.date().optional().register(documentation, {
    text: 'The day on which the figures were counted. Required with `FIGURES` or `ABOUT_FIGURES`',
    example: '2026-11-01',
  }),
  TERMS_FILE: z.string().min(1).optional().register(documentation, {
    text: 'A file with your terms, shown at `/terms`: plain text, with a blank line between paragraphs and `#` before a heading',
    unset: 'the demo’s text',
    live: 'required',
    example: '/etc/landfall/terms.txt',
  }),
  PRIVACY_FILE: z.string().min(1).optional().register(documentation, {
    text: 'A file with your privacy notice, shown at `/privacy`, in the same format',
    unset: 'the demo’s text',
    live: 'required',
    example: '/etc/landfall/privacy.txt',
  }),
  TERMS_VERSION: z
    .string()
    .regex(
      /^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/,
      'Write the month or day they are of: 2026-11, 2026-11-30',
    )
    .default(TERMS_VERSION)
    .register(documentation, { text: 'The month or day of those two texts. Every booking keeps it' }),

  REVIEW_DAYS: z.coerce.number().int().min(1).max(60).default(5).register(documentation, {
    section: 'Mentors',
    text: 'Working days, Monday to Friday, within which people who apply as mentors are promised an answer',
  }),

  NEW_MENTOR_POLICY: z.enum(CANCEL_POLICIES).default('flexible').register(documentation, {
    text: 'The cancellation policy that new mentors begin with. Each may choose another, and bookings keep theirs',
  }),
  NEW_MENTOR_NOTICE_HOURS: z.coerce
    .number()
    .int()
    .min(NOTICE_HOURS.min)
    .max(NOTICE_HOURS.max)
    .default(NOTICE_HOURS.default)
    .register(documentation, {
      text: 'Hours before a start until which new mentors can be booked. Each may choose others',
    }),

  MEETING_HOST: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{2,5})?$/i, 'Write a host such as meet.jit.si')
    .default('meet.jit.si')
    .register(documentation, {
      section: 'Meetings',
      text: 'The host of a Jitsi Meet server, where sessions take place whose mentor has given no address of their own. Each booking has a room of its own there',
    }),

  ADVICE_FILE: z.string().min(1).optional().register(documentation, {
    text: 'A file with your notices for sessions that touch visas, by destination, each with the official register of immigration advisers: JSON, `{"general": {"sentence": "…"}, "countries": {"GB": {"sentence": "…", "register": {"name": "…", "address": "https://…"}}}}`. What it leaves out stays as it is',
    unset: 'our notices, with the registers of Australia, Canada, New Zealand and the United Kingdom',
    example: '/etc/landfall/advice.json',
  }),

  AUTH_SECRET: z.string().min(32, `Write at least 32 characters. ${MAKE_SECRET}`).optional().register(documentation, {
    section: 'Signing in',
    text: 'Signs the cookies of people who are signed in, and encrypts their second steps. At least 32 random characters (`openssl rand -base64 32`), the same for all processes',
    unset: 'made at the first start and kept beside the data',
    live: 'required, and hard to guess: words, runs and repetitions are refused',
    example: '...',
  }),
  GOOGLE_CLIENT_ID: z.string().min(1).optional().register(documentation, {
    text: 'Lets people sign in with Google. In Google’s console allow `<PUBLIC_URL>/api/auth/callback/google`',
    unset: 'no sign-in with Google',
    example: '...',
  }),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional().register(documentation, {
    text: 'The secret of that client. Required with it',
    example: '...',
  }),

  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, 'Write a key that begins with sk_test_, sk_live_, rk_test_ or rk_live_')
    .optional()
    .register(documentation, {
      section: 'Payments',
      text: 'A secret or restricted key: `sk_…` or `rk_…`',
      unset: 'the sandbox is used',
      live: 'required, a live key',
      example: 'sk_live_...',
    }),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_').optional().register(documentation, {
    text: 'The signing secret of the webhook endpoint. Required with a key',
    unset: 'the sandbox’s',
    live: 'required',
    example: 'whsec_...',
  }),
  STRIPE_WEBHOOK_SECRET_BEFORE: z.string().startsWith('whsec_').optional().register(documentation, {
    text: 'The old signing secret, accepted as well while you change it',
    example: 'whsec_...',
  }),
  STRIPE_API_BASE: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(documentation, {
      text: 'A Stripe stand-in in another process, which several demos can share',
      unset: 'Stripe, or the sandbox',
      live: 'refused',
      example: 'http://127.0.0.1:12111',
    }),
  PAYMENT_METHODS: methods.register(documentation, {
    text: '`card`, or `card,bacs_debit` to take bank debits too. Their money comes days later, and the time is held until then',
  }),
  CHECKOUT_MINUTES: z.coerce.number().int().min(31).max(1_440).default(CHECKOUT_MINUTES).register(documentation, {
    text: 'Minutes within which a checkout can be paid',
  }),
  HOLD_GRACE_MINUTES: z.coerce.number().int().min(1).max(60).default(GRACE_MINUTES).register(documentation, {
    text: 'Minutes by which a hold outlives its checkout',
  }),
  PRICE_LEAST: pounds(5).register(documentation, {
    text: 'The lowest price of a session that is not free, in pounds',
  }),
  PRICE_MOST: pounds(1_000).register(documentation, { text: 'The highest price of a session, in pounds' }),
  CURRENCY_RATES_URL: ratesAddress.optional().register(documentation, {
    text: 'Where a daily job fetches the exchange rates by which prices are also shown in other currencies: a file of the form of the European Central Bank’s. `none`: never; then those that came with this release are used, and their date is shown. Charges are in pounds whatever it says',
    unset: '`none`; live: the European Central Bank’s daily file',
    example: DAILY_RATES,
  }),
  FEE_PERCENT: z.coerce.number().min(0).max(100).default(0).register(documentation, {
    text: 'The operator’s share of every payment, as the ledger records it',
  }),

  HOLDS_PER_BROWSER: limit(2).register(documentation, {
    section: 'Limits of holds and free sessions',
    intro:
      'A network is an IPv4 address, or the /64 of an IPv6 address. Why each limit is what it is: [decision 0019](decisions/0019-limits-of-holds.md)',
    text: 'Live holds of one browser, including those whose payment is under way',
  }),
  HOLDS_PER_EMAIL: limit(3).register(documentation, {
    text: 'Live holds of one email address, made by one browser or without a known browser. Those that other browsers made in its name do not count',
  }),
  HOLDS_PER_ADDRESS: limit(20).register(documentation, { text: 'Live holds of one network' }),
  HOLDS_SHARE_PERCENT: z.coerce.number().min(0).max(100).default(10).register(documentation, {
    text: 'Share of one mentor’s next 14 days, in per cent, that one email address or one network, or the /48 around an IPv6 network, may hold. Rounded up; at least one start, and two for a network',
  }),
  NEW_HOLDS_PER_BROWSER: limit(6).register(documentation, {
    text: 'Holds that one browser may make or move in ten minutes',
  }),
  NEW_HOLDS_PER_ADDRESS: limit(20).register(documentation, {
    text: 'Holds that one network may make or move in ten minutes',
  }),
  CONFIRM_MAILS_PER_BROWSER: limit(6).register(documentation, {
    text: 'Mails an hour with which one browser asks to confirm free sessions. Three times as many a day',
  }),
  CONFIRM_MAILS_PER_EMAIL: limit(6).register(documentation, {
    text: 'The same for one email address requested from one place. Twice as many from all places together',
  }),
  CONFIRM_MAILS_PER_ADDRESS: limit(12).register(documentation, { text: 'The same for one network' }),
  FREE_PER_EMAIL: limit(3).register(documentation, {
    text: 'Free sessions of one browser or one email address. Each counts from its hold until a week after it took place',
  }),
  FREE_PER_ADDRESS: limit(10).register(documentation, { text: 'The same for one network' }),
  FAR_NETWORK_TIMES: limit(3).register(documentation, {
    text: 'How many times the limit of a network applies to the /48 around an IPv6 network, except HOLDS_SHARE_PERCENT',
  }),

  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .register(documentation, {
      section: 'Mail',
      text: 'The mail server: `smtp://…`, or `smtps://…` for TLS from the start',
      unset: 'the sandbox, to be read at `/sandbox/mail`',
      live: 'required',
      example: 'smtps://user:password@mail.example:465',
    }),
  MAIL_FROM: address().default('bookings@landfall.example').register(documentation, {
    text: 'The sender of every email',
    live: 'an address of yours',
  }),

  BOUNCE_ADDRESS: address().optional().register(documentation, {
    text: 'A mailbox for what cannot be delivered, with addresses of the kind `bounces+anything@…`; see [emails that come back](operations.md#emails-that-come-back)',
    unset: 'bounces go to the sender of every email',
    example: 'bounces@mail.example',
  }),

  KEEP_UNPAID_DAYS: days(7).register(documentation, {
    section: 'How long personal data is kept',
    intro:
      'Money and times of bookings stay, without a name. An hourly job erases. Why: [decision 0035](decisions/0035-leaving.md)',
    text: 'Days after which a hold that was never paid no longer names anybody',
  }),
  KEEP_GUEST_DAYS: days(180).register(documentation, {
    text: 'Days after their last session until the bookings of people without an account no longer name them',
  }),
  KEEP_PHONE_DAYS: days(90).register(documentation, {
    text: 'Days after a session until its phone number is erased',
  }),
  KEEP_PAYMENT_EVENT_DAYS: days(400).register(documentation, {
    text: 'Days until events of the payment service are deleted. The ledger stays',
  }),
  KEEP_ERASURES_DAYS: days(400).register(documentation, {
    text: 'Days for which it is on record, by id, who was erased. At least as long as a backup may be restored, so that they are erased from that one too; see [restoring](operations.md#restoring)',
  }),

  METRICS_TOKEN: z.string().min(20, 'Write at least 20 characters').optional().register(documentation, {
    section: 'Watching it',
    text: 'Opens `/metrics` to requests with `Authorization: Bearer <token>`. At least 20 characters',
    unset: 'only this machine may read them; live: no one',
    example: '...',
  }),
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional().register(documentation, {
    text: 'A second port with `/metrics` alone and without a token, for a network that only your monitoring reaches',
    unset: 'none',
    example: '9464',
  }),
  METRICS_HOST: z.string().min(1).default('127.0.0.1').register(documentation, {
    text: 'The address that the second port is bound to',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .register(documentation, {
      text: 'Where traces of requests, jobs and calls to the payment service are sent: a receiver that speaks OpenTelemetry’s protocol over HTTP in JSON. See [traces](operations.md#traces)',
      unset: 'nothing is traced',
      example: 'http://127.0.0.1:4318',
    }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .register(documentation, { text: 'The least severity that is logged, to standard error' }),
})

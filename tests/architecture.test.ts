/**
 * The rules of docs/architecture.md, executable: who may import whom, who may read the environment and the clock, and
 * which names are forbidden. Each rule is a function of a file's name and text, so it is also given a file that breaks
 * it: a rule that can no longer fail fails here.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** `late`: a dynamic import. */
type Import = { from: string; isType: boolean; late: boolean }
type Rule = { files: RegExp; may: RegExp; mayType?: RegExp; why: string }

const everything = globSync([
  '{app,domain,server,sandbox,scripts,tests}/**/*.{ts,tsx,mjs,sql}',
  'messages/{*,words/**/*}.ts',
]).toSorted()

/** Whether a file is code of the product. Tests and their support may import anything and read the machine's clock. */
function isProduct(file: string): boolean {
  return /^(app|domain|messages|server|sandbox)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/test-rig\.ts$/.test(file)
}

/** An area imports only itself and the areas before it. A folder or file that is not named here belongs to `site`. */
const AREA_ORDER = [
  'platform',
  'accounts',
  'site-settings',
  'mentors',
  'payments',
  'discounts',
  'waitlist',
  'bookings',
  'packages',
  'cohorts',
  'payouts',
  'tax-documents',
  'search',
  'privacy',
  'public-api',
  'site',
]
/** The folder of an area that knows some of the business. `site/` puts all of them together. */
const AREA = `server/(${AREA_ORDER.slice(1, -1).join('|')})`
/** What every file of an area may import. */
const PLATFORM =
  'domain/|server/context$|server/platform/(log|concerns-queries|idempotency-queries)$|server/platform/(events|language|reference)/'

/** The first rule whose `files` match applies. Relative imports are resolved first. */
const rules: Rule[] = [
  {
    files: /^domain\//,
    may: /^domain\//,
    why: 'domain/ receives what it needs as arguments and imports nothing from outside',
  },
  {
    files: /^messages\/words\//,
    may: /^(domain|messages|words)\//,
    why: 'words put values of the domain into messages, for pages, emails and commands alike',
  },
  {
    files: /^messages\//,
    may: /^messages\//,
    why: 'messages are texts',
  },
  {
    files: /^app\/ui\//,
    may: /^(domain\/(?!time\/(wall-time|clock-changes)$|bookings\/availability$)|app\/ui\/|react$|react-router$|react-aria-components\/|@internationalized\/date$|lucide-react\/icons\/)/,
    why: 'app/ui is props in, markup out, and the browser has no Temporal',
  },
  {
    files: /^app\/views\//,
    may: new RegExp(
      `^(domain/|app/(ui|views)/|server/context$|server/platform/((language|reference)/|concerns-queries$)|${AREA}/(?!stripe/)|server/platform/http/(client|form|problem|text)$|server/site/(api$|launch$|guards/)|docs/webhooks\\.md\\?raw$|react-router$)`,
    ),
    mayType: /^server\/platform\/db\/connect$/,
    why: 'a view reads and shapes the props of a page',
  },
  {
    files: /^app\/routes\//,
    may: new RegExp(
      `^(domain/|app/(ui|views|routes)/|server/context$|server/platform/(language|reference)/|${AREA}/(?!stripe/)|server/platform/http/(client|form|upload)$|server/site/guards/|react$|react-router$|lucide-react/icons/)`,
    ),
    why: 'a route reads, asks a form and calls one workflow; it talks to no library of the server',
  },
  {
    files: /^app\/(root|routes|entry\.(client|server))\.tsx?$/,
    may: /^(app\/|server\/(context|platform\/language\/language-path|site\/(page-cache\/(drawing-turn|embedded-text|rendered-pages)|error-response))$|react$|react-dom\/|react-router$|react-router\/dom$|@react-router\/dev\/routes$|@fontsource-variable\/|node:stream$)/,
    why: 'the frame only frames',
  },
  {
    files: /^server\/platform\/db\//,
    may: /^(domain\/|server\/platform\/(db\/|make-folder$)|kysely(\/|$)|@electric-sql\/|pg$|node:)/,
    why: 'server/db is the database as a platform',
  },
  {
    files: new RegExp(`^(${AREA}/(.+/)?|server/(platform/(events/)?|site/)?)([^/]+-)?queries\\.ts$`),
    may: new RegExp(
      `^(domain/|server/platform/(db/|language/language$)|(${AREA}|server/platform)/(.+/)?(.+-)?queries$|.+\\.sql\\?raw$|kysely$|node:crypto$)`,
    ),
    why: 'queries are SQL and nothing else',
  },
  {
    files: new RegExp(`^${AREA}/(.+/)?(.+-)?form\\.ts$`),
    may: /^(domain\/|server\/platform\/http\/(form|text)$|zod$)/,
    why: 'a form turns text into domain values',
  },
  {
    files: /^server\/platform\/events\//,
    may: /^(domain\/|server\/platform\/events\/|node:crypto$)/,
    mayType: /^server\/(context|platform\/db\/connect)$/,
    why: 'an event is recorded in the transaction of what it reports',
  },
  {
    files: /^server\/platform\/mail\/outbox\/outbox-queries\.ts$/,
    may: /^(domain\/|server\/platform\/db\/|kysely$)/,
    why: 'queries are SQL and nothing else',
  },
  {
    files: /^server\/platform\/mail\/outbox\//,
    may: /^(domain\/|server\/platform\/(mail|language)\/|server\/platform\/db\/connect$|server\/platform\/concerns-queries$|postal-mime$|node:crypto$)/,
    mayType: /^server\/(context|platform\/db\/tables)$/,
    why: 'the outbox keeps and sends emails, and is handed who writes them',
  },
  {
    files: new RegExp(`^${AREA}/(.+/)?(.+-)?mails\\.tsx$`),
    may: /^(domain\/|server\/bookings\/clocks$|server\/platform\/mail\/email$)/,
    why: 'emails are words',
  },
  {
    files: new RegExp(`^${AREA}/(.+/)?((.+-)?api|api-key-guard|(booking|package)-state)\\.ts$`),
    may: new RegExp(
      `^(${PLATFORM}|${AREA}/|server/platform/http/(client|problem|text)$|@hono/zod-openapi$|hono$|node:crypto$)`,
    ),
    mayType: /^zod$/,
    why: 'the JSON API does what routes do, by the same means',
  },
  {
    files: /^server\/site\/auth-routes\.ts$/,
    may: new RegExp(
      `^(${PLATFORM}|${AREA}/|server/(platform/http/(client|problem)|site/guards/account-guards)$|hono$|@hono/node-server)`,
    ),
    why: 'requests of signing in that are no pages',
  },
  {
    files: /^server\/accounts\/auth\//,
    may: /^(domain\/|server\/accounts\/(auth\/|(.+\/)?(.+-)?queries$)|server\/platform\/db\/connect$|server\/platform\/(http\/cookies|language\/language-path)$|better-auth(\/|$)|@better-auth\/passkey$|@zxcvbn-ts\/|node:crypto$)/,
    why: 'signing in is better-auth on our tables',
  },
  {
    files: /^server\/payments\/stripe\//,
    may: /^(domain\/|server\/payments\/stripe\/|stripe$|node:async_hooks$)/,
    why: 'the client of the payment service is Stripe and nothing else',
  },
  {
    files: new RegExp(`^${AREA}/(.+/)?render-(.+-)?mail\\.ts$`),
    may: new RegExp(`^(${PLATFORM}|${AREA}/(?!(.+/)?((.+-)?api|(.+-)?form)$))`),
    mayType: /^server\/platform\/(db\/tables(\/account-tables)?|mail\/outbox\/send-mail)$/,
    why: 'what writes an email knows the words of its email, and reaches the outside through its App',
  },
  {
    files: new RegExp(`^${AREA}/`),
    may: new RegExp(
      `^(${PLATFORM}|${AREA}/(?!(.+/)?((.+-)?api|(.+-)?form|(.+-)?mails)$)|server/platform/db/connect$|server/platform/mail/outbox/(queue-mail|outbox-queries)$|server/platform/process-metrics$|server/platform/storage/(documents|pictures)$|bowser$|diff$|uqr$|node:(crypto|timers/promises)$)`,
    ),
    mayType:
      /^(kysely|server\/platform\/db\/tables(\/(account|cohort|mentor)-tables)?|server\/platform\/http\/upload|server\/platform\/mail\/email)$/,
    why: 'a workflow reaches the outside through its App only',
  },
  {
    files: /^server\/platform\/mail\//,
    may: /^(domain\/|server\/platform\/mail\/|react-dom\/server$|nodemailer(\/lib\/smtp-connection)?$)/,
    mayType: /^react$/,
    why: 'email is SMTP and how an email looks',
  },
  {
    files: /^server\/platform\/storage\//,
    may: /^(domain\/|server\/platform\/(child-process$|make-folder$|storage\/)|sharp$|@aws-sdk\/client-s3$|node:)/,
    why: 'storage keeps files',
  },
  {
    files: /^server\/platform\/backup\//,
    may: /^(domain\/|server\/platform\/(backup|db)\/|kysely$|node:)/,
    mayType: /^server\/platform\/(config|storage\/store)$/,
    why: 'a backup knows tables and files, and nothing of what is in them',
  },
  {
    files: /^server\/platform\/tracing\//,
    may: /^(domain\/|server\/platform\/tracing\/|@opentelemetry\/|node:)/,
    why: 'tracing is OpenTelemetry, and receives names and numbers',
  },
  {
    files: /^server\/platform\/preview\//,
    may: /^(domain\/|server\/platform\/(preview|storage)\/|@resvg\/resvg-js$|node:)/,
    why: 'a preview is drawn from facts that it is given',
  },
  {
    files: /^server\/platform\/pdf\//,
    may: /^(domain\/|server\/platform\/(child-process$|pdf\/)|@cantoo\/pdf-lib$|bidi-js$|fontverter$|harfbuzzjs$|subset-font$|node:)/,
    why: 'a PDF is drawn from a sheet that it is given',
  },
  {
    files: /^server\/platform\/ics\//,
    may: /^(domain\/|server\/platform\/(child-process$|(ics|network)\/)|ical\.js$|rrule-temporal$|windows-iana$|node:)/,
    why: 'reading a calendar is HTTP and iCalendar',
  },
  {
    files: /^server\/platform\/network\//,
    may: /^(domain\/|server\/platform\/network\/|ipaddr\.js$|node:)/,
    why: 'requests to hosts that users name are checked in one place',
  },
  {
    files: /^server\/platform\/reference\//,
    may: /^(domain\/|server\/platform\/reference\/|@vvo\/tzdb$|franc-min$|iso-639-1$|node:)/,
    why: 'the words of the world know nothing of the product',
  },
  {
    files: /^server\/platform\/http\/(form|text)\.ts$/,
    may: /^(domain\/|zod$|node:url$)/, // Of node:url UTS 46 alone, which is a table of letters.
    why: 'reading typed text is about no area',
  },
  {
    files: /^server\/main\.ts$/,
    may: /^(server\/(start\/.+|platform\/(config|db\/.+))$|sandbox\/start$|node:)/,
    mayType: /^server\/context$/,
    why: 'main.ts runs beside the bundle: what else it imported would exist twice',
  },
  {
    files: /^server\/start\//,
    may: /^(domain\/|server\/(start\/.+|platform\/(config|http\/(headers|http-server|one-moment|request-id)|make-folder|db\/.+))$|@hono\/node-server$|vite$|node:)/,
    mayType: /^server\/(context|entry|site\/site)$/,
    why: 'the start runs beside the bundle, and leaves the sandbox to main.ts',
  },
  {
    files: /^server\/((platform|platform\/(http|language)|site|site\/(guards|monitoring|page-cache))\/)?[a-z-]+\.ts$/,
    may: /^(domain\/|server\/|hono(\/|$)|@hono\/(node-server|zod-openapi$)|react-router$|virtual:react-router\/server-build$|zod$|@fastify\/busboy$|ipaddr\.js$|isbot$|pino$|pg-boss$|prom-client$|node:)/,
    why: 'only main.ts knows the sandbox, and outside services have a folder each',
  },
  {
    files: /^sandbox\//,
    may: /^(domain\/|sandbox\/|server\/platform\/(reference\/languages|db\/(connect|tables)|storage\/.+)$|kysely$|pg$|hono(\/|$)|@hono\/node-server$|stripe$|smtp-server$|postal-mime$|@dicebear\/|@resvg\/|node:)/,
    why: 'the sandbox meets the product over the wire, as the real services do',
  },
]

/** Imports that are allowed although a rule forbids them, each with its reason. */
const exceptions = new Map<string, string>([])

function findImports(file: string, text: string): Import[] {
  const code = withoutComments(text)
  const statements = [...code.matchAll(/^(?:import|export)\b([^'"`;]*?)\bfrom\s*'([^']+)'/gm)]
  const bare = [...code.matchAll(/^import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm)]
  return [
    ...statements.map(([, clause = '', from = '']) => ({
      from: resolved(file, from),
      isType: /^\s*type\b/.test(clause),
      late: false,
    })),
    ...bare.map(([, first, second]) => ({
      from: resolved(file, first ?? second ?? ''),
      isType: false,
      late: second !== undefined,
    })),
  ]
}

/** A path from the root of the project without its extension, or the name of a package. */
function resolved(file: string, from: string): string {
  const path = from.startsWith('.') ? join(dirname(file), from) : from.replace(/^#/, '')
  return /^[.#]/.test(from) ? path.replace(/\.tsx?$/, '') : path
}

/** Keeps strings, so that the `//` of a URL is not taken for a comment. */
function withoutComments(text: string): string {
  const tokens = /('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g
  return text.replace(tokens, (_all, quoted: string | undefined) => quoted ?? '')
}

/** The area of a file of the server. */
function findArea(file: string): string {
  if (/^server\/context(\.ts)?$/.test(file)) return 'platform'
  const folder = file.split('/')[1]!
  return AREA_ORDER.includes(folder) ? folder : 'site'
}

type Check = (file: string, text: string) => string[]

/** `context.ts` may import types of every area: it describes `App`, which all of them receive. */
const importsOfLaterAreas: Check = (file, text) => {
  if (file === 'server/context.ts') return []
  const rank = (each: string) => AREA_ORDER.indexOf(findArea(each))
  return findImports(file, text)
    .filter(({ from }) => from.startsWith('server/') && rank(from) > rank(file))
    .map(({ from }) => `${file} → ${from}`)
    .map(
      (upward) => `${upward}: ${findArea(file)} comes before it. Move the code, or pass what it needs as a parameter`,
    )
}

const strayImports: Check = (file, text) => {
  const rule = rules.find((candidate) => candidate.files.test(file))
  if (!rule) return [`${file}: no rule says what it may import`]
  return findImports(file, text)
    .filter(({ from }) => file.startsWith('domain/') || !/^(messages|words)\//.test(from)) // The domain returns codes.
    .filter(({ from, isType }) => !rule.may.test(from) && !(isType && rule.mayType?.test(from)))
    .map(({ from }) => `${file} → ${from}`)
    .filter((stray) => !exceptions.has(stray))
    .map((stray) => `${stray}: ${rule.why}`)
}

const exemptions: { file: string; pattern: RegExp }[] = []

/** A check that no text matches `pattern` outside of its comments, except in the exempt files. */
function without(pattern: RegExp, files: RegExp, exempt: string[] = []): Check {
  exemptions.push(...exempt.map((file) => ({ file, pattern })))
  return (file, text) =>
    isProduct(file) && files.test(file) && !exempt.includes(file) && pattern.test(withoutComments(text)) ? [file] : []
}

const SQL_CLOCK =
  /(?<!\.)\b(now|clock_timestamp|statement_timestamp|transaction_timestamp)\s*\(\s*\)|\b(current_(timestamp|date|time)|localtime(stamp)?)\b/i
/** What processes that know the schema before it would fail by. A new column that must have a value needs a default. */
const TAKES_AWAY =
  /\bdrop\s+(table|column|function|view)\b|\brename\b|\balter\s+column\s+\w+\s+(set\s+(data\s+type|not\s+null)|type|drop\s+default)\b|\badd\s+column\s+(?:(?!\bdefault\b|,|;)[\s\S])*\bnot\s+null\b(?:(?!\bdefault\b)[^,;])*[,;]/i
const anywhere = /^/
/** Queries of what is public and may be a moment old: no free times, holds, money, accounts. */
const MAY_BE_STALE = [
  'countCommunity',
  'countMentors',
  'listCrossingChoices',
  'listCrossings',
  'listListed',
  'listListings',
  'listMentorAddresses',
  'listNewestCrossings',
  'listTopics',
]

/** A utility of Tailwind with a left or a right side. */
const SIDE_CLASS =
  /(?<=["'`\s:])-?(?:(?:(?:scroll-)?[mp][lr]|left|right)-[\w[]|(?:border-[lr]|rounded-[tb]?[lr]|(?:text|float|clear|origin)-(?:left|right))(?=["'`\s-]))/
/** A declaration of CSS with a left or a right side. */
const SIDE_DECLARATION =
  /^ *(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right|border-(?:top|bottom)-(?:left|right)-radius):[^;]*|^ *(?:text-align|float|clear|transform-origin|background-position):.*\b(?:left|right)\b[^;]*/gm

const houseRules: Record<string, { check: Check; broken: [file: string, text: string] }> = {
  'keeps every import inside the dependency rule': {
    check: (file, text) => (isProduct(file) ? strayImports(file, text) : []),
    broken: ['domain/payments/money.ts', "import { z } from 'zod'"],
  },
  'lets areas import only those before them': {
    check: (file, text) => (isProduct(file) && file.startsWith('server/') ? importsOfLaterAreas(file, text) : []),
    broken: ['server/accounts/sign-up.ts', "import { listSaved } from '#server/search/engine/search'"],
  },
  'lets no zod into the browser’s code': {
    check: (file, text) =>
      file.startsWith('app/') && findImports(file, text).some(({ from }) => /zod/.test(from)) ? [file] : [],
    broken: ['app/ui/controls/field.tsx', "import { z } from 'zod/mini'"],
  },
  'reads the environment only where a process starts': {
    check: without(
      /\bprocess\.env\b|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b|process\[|import\s*\{[^}]*\benv\b[^}]*\}\s*from\s*'(node:)?process'/,
      anywhere,
      ['server/main.ts', 'sandbox/stripe/main.ts'],
    ),
    broken: ['server/platform/log.ts', 'const { env } = process'],
  },
  'takes the time of day from the product’s clock': {
    check: without(
      /\bnew Date\(\s*\)|\bDate\.now\(|\bTemporal\.Now\b|performance\.timeOrigin/,
      /^(app|domain|server)\//,
      [
        'server/main.ts', // Makes the product's clock.
        'server/payments/stripe/webhook-signature.ts', // A signature is as old as it really is.
        'app/ui/home/booked-note.tsx', // The home page is one for all, so it cannot say how late it is.
        'server/platform/db/lock.ts', // A note for people about this process.
        'server/platform/db/migrate.ts', // A note for people: when a migration ran.
      ],
    ),
    broken: ['domain/bookings/booking.ts', 'const now = new Date()'],
  },
  'leaves nothing to chance in the domain': {
    check: without(/\bMath\.random\b|\bcrypto\b|\bfetch\(|\bconsole\./, /^domain\//),
    broken: ['domain/bookings/booking.ts', 'const letters = Math.random()'],
  },
  'words dates and prices in one place, so that pages and emails say the same': {
    check: without(
      /\.toLocale(Date|Time)String\(|DateTimeFormat\([^)]*\)\.(?!resolvedOptions)|`[^`]*£\$\{/,
      /^(app|domain|messages|server)\//,
    ),
    broken: ['app/views/mentors/mentor-list.ts', 'const price = `£${pence / 100}`'],
  },
  'formats in the reader’s language': {
    check: without(/\bIntl\.\w+\(\s*'en|\.toLocale\w+\('en/, /^(app|domain|messages|server)\//, [
      // The same in every language: digits of a clock, what is a zone, graphemes, the sign before a typed amount.
      'domain/time/clock.ts',
      'domain/time/zone.ts',
      'domain/mentors/feedback.ts',
      'domain/mentors/price.ts',
      // What admins and operators read.
      'app/ui/admin/week-charts.tsx',
      'server/mentors/review/word-diff.ts',
      'server/payouts/payouts.ts',
      'server/platform/setting-issues.ts',
      'server/platform/setting-names.ts',
      'server/tax-documents/seller-report/seller-report.ts',
    ]),
    broken: ['app/ui/mentors/desk/statistics.tsx', "const shown = viewed.toLocaleString('en-GB')"],
  },
  'uses nothing of React and React Router that the browser’s build leaves out (see `vite.config.ts`)': {
    check: without(/\b(?:client(?:Loader|Action|Middleware)|useBlocker|ViewTransition|viewTransition)\b/, /^app\//),
    broken: ['app/routes/public/site/faq.tsx', 'export const clientLoader = () => null'],
  },
  'uses Temporal in one file only': {
    check: without(/\bTemporal\./, anywhere, ['domain/time/wall-time.ts']),
    broken: ['app/ui/time/clock.ts', 'const day = Temporal.PlainDate.from(text)'],
  },
  'opens transactions through `transact` only': {
    check: without(/\.(transaction|startTransaction)\s*\(/, /^(server|app)\//, ['server/platform/db/connect.ts']),
    broken: ['server/bookings/mails/render-mail.ts', 'await app.db\n  .transaction().execute(send)'],
  },
  'writes jobs with the transaction that causes them': {
    check: (file, text) => {
      const code = withoutComments(text)
      if (file === 'server/jobs.ts') {
        const sends = [...code.matchAll(/\.(send|insert|publish)\w*\(([^\n]*)/g)]
        return sends.filter(([, , rest = '']) => !rest.includes('db: fromKysely(tx)')).map(() => file)
      }
      return isProduct(file) && /\bboss\.|from 'pg-boss'/.test(code) ? [file] : []
    },
    broken: ['server/jobs.ts', "await boss.send('send-mail', { mailId })"],
  },
  'lets no SQL ask the database for the time': {
    check: (file, text) => {
      if (file === 'server/platform/db/clock-queries.ts') return [] // Compares the two, and nothing goes by it.
      const holdsSql = file.endsWith('.sql') || (isProduct(file) && file.startsWith('server/'))
      return holdsSql && SQL_CLOCK.test(withoutComments(text).replaceAll(/--[^\n]*/g, '')) ? [file] : []
    },
    broken: [
      'server/platform/db/migrations/0099_late.sql',
      'alter table emails add seen_at timestamptz default now();',
    ],
  },
  'numbers its migrations': {
    check: (file) =>
      /\/migrations\//.test(file) && !/\/migrations\/\d{4}_[a-z][a-z0-9_]*\.sql$/.test(file) ? [file] : [],
    broken: ['server/platform/db/migrations/late.sql', ''],
  },
  'takes nothing away that a process of the release before still uses': {
    check: (file, text) => {
      const number = /^server\/platform\/db\/migrations\/(\d{4})_/.exec(file)?.[1]
      const isOld = !number || Number(number) <= 42 // Upgraded to while everything was stopped.
      return isOld || /^-- Contract\b/.test(text) || !TAKES_AWAY.test(text.replaceAll(/--[^\n]*/g, '')) ? [] : [file]
    },
    broken: ['server/platform/db/migrations/0099_late.sql', 'alter table emails drop column seen_at;'],
  },
  'queries a standby only in the one file that knows which queries it may serve': {
    check: without(/\breplica\b/, /^(app|server)\//, [
      'server/context.ts',
      'server/platform/db/standby/replica.ts',
      'server/site/monitoring/metrics.ts', // Counts its reads.
      'server/main.ts', // Opens and closes it.
      'server/search/stale-reads.ts',
      'server/start/connect-app.ts',
      'server/start/open-replica.ts',
      'server/platform/config.ts', // Checks its setting.
    ]),
    broken: ['server/bookings/holds/hold.ts', 'await app.replica.read(known, query)'],
  },
  'reads on a standby only what the public list and the pages around it show': {
    check: (file, text) => {
      if (!isProduct(file) || /^server\/search\/(stale|remembered)-reads\.ts$/.test(file)) return []
      const reads = withoutComments(text).matchAll(/\bread(?:Stale|Earlier|Remembered)\(app, (?:\(db\) => )?(\w+)/g)
      return [...reads].filter(([, query = '']) => !MAY_BE_STALE.includes(query)).map(() => file)
    },
    broken: ['server/mentors/availability/calendar.ts', 'await readStale(app, (db) => findCalendar(db, slug, now))'],
  },
  'finds held bookings by a literal status, so that generic plans use the partial indexes': {
    check: (file, text) => (isProduct(file) && /status', '=', 'held'/.test(text) ? [file] : []),
    broken: ['server/bookings/holds/holds-queries.ts', ".where('status', '=', 'held')"],
  },
  'loads OpenTelemetry only when it is enabled': {
    check: (file, text) =>
      findImports(file, text).some(({ from, isType, late }) => from.startsWith('@opentelemetry/') && !isType && !late)
        ? [file]
        : [],
    broken: ['server/platform/tracing/tracing.ts', "import { trace } from '@opentelemetry/api'"],
  },
  'has no drawer for what belongs nowhere': {
    check: (file) =>
      file
        .split('/')
        .filter((part) => /(^|[-.])(utils?|helpers?|common|lib)\b/.test(part))
        .map(() => file),
    broken: ['server/utils.ts', ''],
  },
  'skips no test: a run counts a skipped test as failed': {
    check: (file, text) =>
      /\.(test|spec)\.tsx?$/.test(file) && /\b(it|test|describe)\.(skip|only|todo|skipIf|runIf|fixme)\b/.test(text)
        ? [file]
        : [],
    broken: ['server/late.test.ts', ['it', "runIf(server)('')"].join('.')],
  },
  'names the sides of a box by where its lines begin, since some languages run from the right': {
    check: (file, text) => (/^app\/.*\.tsx?$/.test(file) && SIDE_CLASS.test(withoutComments(text)) ? [file] : []),
    broken: ['app/ui/card.tsx', '<p className="flex md:pl-5">'],
  },
  'has no file that only passes on others': {
    check: (file) => (basename(file).startsWith('index.') ? [file] : []),
    broken: ['app/ui/index.ts', ''],
  },
}

describe('styles', () => {
  it('name sides by where lines begin, except on the chart and where right-to-left.css turns them', () => {
    const files = globSync('app/**/*.css').filter((file) => !file.endsWith('/right-to-left.css'))
    const findSides = (text: string) => text.match(SIDE_DECLARATION) ?? []
    expect(
      files
        .toSorted()
        .flatMap((file) => findSides(readFileSync(file, 'utf8')).map((side) => `${basename(file)} ${side.trim()}`)),
    ).toEqual([
      'home.css right: 3rem',
      'home.css left: 50%',
      'home.css left: 36.75rem',
      'home.css left: max(40.5rem, 50% - 4.5rem)',
      'filters.css float: left',
      'profile.css float: left',
      'controls.css background-position: right 0.75rem top 52%',
      'controls.css transform-origin: left',
    ])
  })
})

describe('the house', () => {
  it.each(Object.entries(houseRules))('%s', (_rule, { check, broken }) => {
    expect(everything.flatMap((file) => check(file, readFileSync(file, 'utf8')))).toEqual([])
    expect(check(...broken), 'this rule lets pass what it should catch').not.toEqual([])
  })

  it('has no import rule, exception or exemption that is no longer needed', () => {
    const findRule = (file: string) => rules.find((rule) => rule.files.test(file))
    const sources = everything.filter(isProduct)
    const used = new Set(sources.map(findRule))
    expect(rules.filter((rule) => !used.has(rule)).map((rule) => String(rule.files))).toEqual([])
    const imports = sources.flatMap((file) =>
      findImports(file, readFileSync(file, 'utf8')).map(({ from }) => `${file} → ${from}`),
    )
    expect([...exceptions.keys()].filter((stray) => !imports.includes(stray))).toEqual([])
    const isStale = ({ file, pattern }: (typeof exemptions)[number]) =>
      !existsSync(file) || !pattern.test(withoutComments(readFileSync(file, 'utf8')))
    expect(exemptions.filter(isStale).map(({ file }) => file)).toEqual([])
  })
})

describe('imports', () => {
  const sources = everything.filter((file) => isProduct(file) || file.startsWith('scripts/'))

  it('form no circle, types included', () => {
    expect(findCircles(new Map(sources.map((file) => [file, filesImportedBy(file)])))).toEqual([])
  })

  it('are reported if they form a circle', () => {
    const round = new Map([
      ['a.ts', ['b.ts']],
      ['b.ts', ['c.ts', 'd.ts']],
      ['c.ts', ['a.ts']],
      ['d.ts', []],
    ])
    expect(findCircles(round)).toEqual(['a.ts → b.ts → c.ts → a.ts'])
  })

  /** The product's own files that a file imports statically. */
  function filesImportedBy(file: string): string[] {
    const started = findImports(file, readFileSync(file, 'utf8')).filter(({ late }) => !late)
    return started.flatMap(({ from }) => [`${from}.ts`, `${from}.tsx`].filter((path) => sources.includes(path)))
  }
})

/** Circles among imports, each once, from its alphabetically first file. */
function findCircles(imports: Map<string, string[]>): string[] {
  const [circles, finished, path] = [new Set<string>(), new Set<string>(), [] as string[]]
  const visit = (file: string) => {
    const at = path.indexOf(file)
    if (at !== -1) {
      const round = path.slice(at)
      const first = round.indexOf(round.toSorted()[0]!)
      circles.add([...round.slice(first), ...round.slice(0, first), round[first]].join(' → '))
    }
    if (at !== -1 || finished.has(file)) return
    path.push(file)
    imports.get(file)?.forEach(visit)
    path.pop()
    finished.add(file)
  }
  for (const file of imports.keys()) visit(file)
  return [...circles]
}

describe('exports', () => {
  const texts = new Map(
    [...everything, ...globSync('*.config.ts')].map((file) => [file, withoutComments(readFileSync(file, 'utf8'))]),
  )
  const words = new Map([...texts].map(([file, text]) => [file, new Set(text.match(/\w+/g))]))
  /** Files whose exports React Router or Vite uses by convention. */
  const CALLED_FROM_OUTSIDE =
    /^app\/(routes|root|entry)|^app\/ui\/browser\/(route-modules\.ts|failed-frame\.tsx)$|^[\w-]+\.config\.ts$/

  it('are used by some other file', () => {
    const named = [...texts]
      .filter(([file]) => !CALLED_FROM_OUTSIDE.test(file))
      .flatMap(([file, text]) => findExports(text).map((name) => ({ file, name })))
    const isUsed = ({ file, name }: (typeof named)[number]) =>
      [...words].some(([other, known]) => other !== file && known.has(name))
    expect(named.filter((each) => !isUsed(each)).map(({ file, name }) => `${file} ${name}`)).toEqual([])
  })

  function findExports(text: string): string[] {
    const found = text.matchAll(/^export (?:async )?(?:const|let|function\*?|class|type|interface) (\w+)/gm)
    return [...found].map(([, name = '']) => name)
  }
})

describe('tables', () => {
  /** Tables that a second area writes, in one statement with its own, and their owners: an event is recorded with its deliveries. */
  const SHARED = new Map([['webhook_deliveries', 'public-api']])
  const folderOf = (file: string) => file.split('/')[1]!
  const writes = everything.filter((file) => isProduct(file) && file.startsWith('server/')).flatMap(findWrites)
  const owners = new Map<string, Set<string>>()
  for (const { table, file } of writes) owners.set(table, (owners.get(table) ?? new Set()).add(folderOf(file)))
  // Erasure and retention reach into every area's tables.
  for (const areas of owners.values()) if (areas.size > 1) areas.delete('privacy')

  it('are each written by one area', () => {
    const shared = [...owners].filter(([, areas]) => areas.size > 1).map(([table]) => table)
    expect(shared.toSorted()).toEqual([...SHARED.keys()].toSorted())
  })

  it('are written where docs/architecture.md says', () => {
    const rows = [...owners]
      .toSorted()
      .map(([table, areas]) => `| \`${table}\` | \`server/${SHARED.get(table) ?? [...areas][0]}/\` |`)
    expect(readFileSync('docs/architecture.md', 'utf8')).toContain(
      ['| table | written by |', '|---|---|', ...rows].join('\n'),
    )
  })

  it('are queried in query files only', () => {
    const asking = everything.filter((file) => /^server\/.*\.tsx?$/.test(file) && isProduct(file) && asksDatabase(file))
    expect(asking.filter((file) => !/(^|[/-])queries\.ts$|^server\/platform\/db\//.test(file))).toEqual([])
  })

  /**
   * Tables that a file writes, by Kysely or by SQL, by their names in the database. The tables that better-auth writes
   * belong to the accounts.
   */
  function findWrites(file: string): { table: string; file: string }[] {
    const text = withoutComments(readFileSync(file, 'utf8'))
    const built = [...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)/g)]
    const written = [...text.matchAll(/\b(?:insert into|delete from|update) (\w+)\b(?=[^`]*`)/g)]
    const named = [...text.matchAll(/\btable: '(\w+)'/g)] // One of several tables, by a form's name.
    const isTable = ([, table = '']: RegExpMatchArray) => !['skip', 'set', 'of'].includes(table)
    const inDatabase = (table: string) => table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return [...built, ...written, ...named]
      .filter(isTable)
      .map(([, table = '']) => ({ table: inDatabase(table), file }))
  }

  function asksDatabase(file: string): boolean {
    return /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<|`)/.test(
      withoutComments(readFileSync(file, 'utf8')),
    )
  }
})

describe('a forbidden import', () => {
  it.each([
    ['domain/payments/money.ts', "import { db } from '#server/platform/db/connect'"],
    ['domain/payments/money.ts', "export { formatPrice } from '../../app/ui/words.ts'"],
    ['app/ui/time/clock.ts', "import { instantAt } from '#domain/time/wall-time'"],
    ['app/ui/time/clock.ts', "import type { Slot } from '#domain/bookings/availability'"],
    ['app/ui/controls/field.tsx', "import { holdSlot } from '#server/bookings/holds/hold'"],
    ['app/ui/controls/field.tsx', "import { Book } from '../../routes/public/book.tsx'"],
    ['app/ui/controls/field.tsx', "import { Search } from 'lucide-react'"],
    ['app/routes/public/bookings/book.tsx', "import { connectPayments } from '#server/payments/stripe/stripe'"],
    ['app/routes/public/bookings/book.tsx', "import { sql } from 'kysely'"],
    ['app/routes/public/bookings/book.tsx', "const { z } = await import('zod')"],
    ['app/root.tsx', "import { listMentors } from '#server/mentors/queries'"],
    ['server/bookings/queries.ts', "import { holdSlot } from '#server/bookings/holds/hold'"],
    ['server/platform/http/text.ts', "import { findMentor } from '#server/mentors/queries'"],
    ['server/bookings/mails/render-mail.ts', "import nodemailer from 'nodemailer'"],
    ['server/bookings/mails/render-mail.ts', "import { sql } from 'kysely'"],
    ['server/bookings/mails/render-mail.ts', "import { readBookingForm } from '#server/bookings/form'"],
    ['server/payments/stripe/stripe.ts', "import type { App } from '#server/context'"],
    ['server/platform/mail/smtp.ts', "import { findBooking } from '#server/bookings/queries'"],
    ['server/platform/mail/outbox/send-mail.ts', "import { findBooking } from '#server/bookings/queries'"],
    ['server/platform/storage/storage.ts', "import { Hono } from 'hono'"],
    ['server/platform/tracing/tracing.ts', "import type { App } from '#server/context'"],
    ['server/site/monitoring/request-metrics.ts', "const { trace } = await import('@opentelemetry/api')"],
    ['server/platform/preview/preview.ts', "import { findMentor } from '#server/mentors/queries'"],
    ['server/mentors/api.ts', "import { sql } from 'kysely'"],
    ['server/site/site.ts', "import { seedDemo } from '../../sandbox/start.ts'"],
    ['server/site/site.ts', "import { Stripe } from 'stripe'"],
    ['server/main.ts', "import { createSite } from '#server/site/site'"],
    ['server/main.ts', "import { keepMail } from '../sandbox/mailbox/store.ts'"],
    ['server/start/listen.ts', "import { startSandbox } from '../../sandbox/start.ts'"],
    ['server/start/bundle.ts', "import { createSite } from '#server/site/site'"],
    ['sandbox/stripe/api/api.ts', "import { settleCheckout } from '#server/bookings/settlement/settle'"],
    ['sandbox/mailbox.ts', "import '#server/platform/config'"],
    ['server/emails/letter.ts', "import { ok } from '#domain/result'"],
  ])('is reported in %s: %s', (file, text) => {
    expect(strayImports(file, text)).toHaveLength(1)
  })

  it('is not reported in a comment or a string', () => {
    const text =
      "// import { z } from 'zod'\n/* import 'zod' */\nexport const words = 'see https://zod.dev' // from 'zod'\n"
    expect(strayImports('domain/payments/money.ts', text)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { loadConfig, formatOrigin, readTimeouts, readStorage } from '#server/platform/config'
import { ALL_LANGUAGES } from '../../messages/languages.ts'

function load(env: Record<string, string | undefined>) {
  const loaded = loadConfig(env)
  if (!loaded.ok) throw new Error(loaded.error)
  return loaded.value
}

function refusal(env: Record<string, string | undefined>): string {
  const loaded = loadConfig(env)
  return loaded.ok ? 'accepted' : loaded.error
}

const live = {
  LANDFALL_MODE: 'live',
  PUBLIC_URL: 'https://landfall.example',
  DATABASE_URL: 'postgres://landfall@db.example/landfall',
  STORAGE_FOLDER: '/srv/files',
  AUTH_SECRET: 'p3KzR0vYc9mQwT7uXfB2nLh6sJdGa1EoViU4ZkC8yNM=',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'bookings@landfall.test',
  SUPPORT_EMAIL: 'help@landfall.test',
  TERMS_FILE: '/etc/landfall/terms.txt',
  PRIVACY_FILE: '/etc/landfall/privacy.txt',
  TRUSTED_PROXIES: '10.0.0.0/8',
}

const REQUIRED = ['PUBLIC_URL', 'AUTH_SECRET', 'SMTP_URL', 'TERMS_FILE', 'PRIVACY_FILE', 'TRUSTED_PROXIES']

describe('loadConfig', () => {
  it('makes a demo on the embedded database without any setting', () => {
    // tests/docs.test.ts compares all defaults with the page that documents them.
    expect(load({})).toMatchObject({
      mode: 'demo',
      rehearsal: false,
      DATABASE_URL: 'file:./data/pglite',
      STORAGE_FOLDER: './data/files',
      PAYMENT_METHODS: ['card'],
      TRUSTED_PROXIES: [],
      METRICS_HOST: '127.0.0.1',
    })
  })

  it('takes half of the product only beside the other half', () => {
    expect(refusal({ ROLE: 'web' })).toMatch(/^ROLE: web needs a PostgreSQL server/)
    const DATABASE_URL = 'postgres://landfall@db.example/landfall'
    expect(load({ ROLE: 'web', DATABASE_URL }).ROLE).toBe('web')
    expect(refusal({ ROLE: 'worker', DATABASE_URL })).toMatch(/^PUBLIC_URL: required in a worker/)
    expect(load({ ROLE: 'worker', DATABASE_URL, PUBLIC_URL: 'https://landfall.example' }).ROLE).toBe('worker')
  })

  it('lets a PostgreSQL server have a standby that reads, and not itself by another spelling', () => {
    const url = 'postgres://landfall:secret@db.internal/landfall'
    const replica = 'postgres://reader:secret@standby.internal/landfall'
    expect(load({ DATABASE_URL: url, DATABASE_REPLICA_URL: replica }).DATABASE_REPLICA_URL).toBe(replica)
    expect(refusal({ DATABASE_REPLICA_URL: replica })).toMatch(/^DATABASE_REPLICA_URL: only a PostgreSQL server/)
    expect(refusal({ DATABASE_URL: url, DATABASE_REPLICA_URL: 'file:./data' })).toMatch(/Write postgres:/)
    for (const same of [url, 'postgresql://reader@DB.internal:5432/landfall?sslmode=require'])
      expect(refusal({ DATABASE_URL: url, DATABASE_REPLICA_URL: same })).toMatch(
        /^DATABASE_REPLICA_URL: this is the server/,
      )
  })

  it('treats an empty setting as absent', () => {
    const names = ['LANDFALL_MODE', 'HOST', 'PORT', 'PUBLIC_URL', 'DATABASE_URL', 'STRIPE_SECRET_KEY', 'LOG_LEVEL']
    expect(load(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(load({}))
  })

  it('takes a public address with a slash at its end, and refuses one with a path', () => {
    expect(load({ PUBLIC_URL: 'https://landfall.example:8443/' }).PUBLIC_URL).toBe('https://landfall.example:8443')
    for (const path of ['/path', '/path/', '/?query'])
      expect(refusal({ PUBLIC_URL: `https://landfall.example:8443${path}` })).toMatch(
        /^PUBLIC_URL: Write it without a path/,
      )
  })

  it.each([
    ['MAIL_FORM', 'MAIL_FROM'],
    ['STRIPE_WEBHOK_SECRET', 'STRIPE_WEBHOOK_SECRET'],
    ['PRICE_MAST', 'PRICE_MOST'], // And not PRICE_LEAST, which is near as well.
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['TRUST_PROXY', 'TRUSTED_PROXIES'],
    ['S3_SECRET_KEY', 'S3_SECRET_ACCESS_KEY'],
    ['FEE_PERCENTAGE', 'FEE_PERCENT'],
    ['STRIPE_KEY', 'STRIPE_SECRET_KEY'],
    ['PRICE_MIN', 'PRICE_LEAST or PRICE_MOST'],
  ])('refuses %s, which has wrong letters, another form or too few words, and suggests %s', (name, right) => {
    expect(refusal({ [name]: '1' })).toBe(`${name}: there is no such setting. Is it ${right}?`)
  })

  it('ignores variables of other programs, however near to ours', () => {
    const others = [
      'PATH HOME NODE_ENV HOSTNAME SSL_CERT_FILE TEST_DATABASE_URL AWS_REGION POST MAIL PATH_INFO TERM_PROGRAM_VERSION',
      'GOOGLE_APPLICATION_CREDENTIALS OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_TRACES_ENDPOINT SMTP_HOST',
      'S3_FORCE_PATH_STYLE DATABASE_PASSWORD STRIPE_DEVICE_NAME FREE_SPACE LOG_FORMAT HOST_NAME PUBLIC_KEY PORT_RANGE',
    ]
    const set = others.flatMap((names) => names.split(' ')).map((name) => [name, 'x'])
    expect(load(Object.fromEntries(set))).toEqual(load({}))
  })

  it('refuses a setting of nothing but blanks', () => {
    for (const name of ['SITE_NAME', 'PORT', 'STORAGE_FOLDER', 'TRUSTED_PROXIES', 'AUTH_SECRET'])
      expect(refusal({ [name]: ' \t' })).toBe(`${name}: there is nothing but blanks in it`)
  })

  it('says what to give, in words of its own', () => {
    const said = {
      PORT: ['x', 'Write a number'],
      DATABASE_CONNECTIONS: ['1', 'Write a number of at least 2'],
      CHECKOUT_MINUTES: ['31.5', 'Write a whole number'],
      FEE_PERCENT: ['101', 'Write a number of at most 100'],
      PRICE_LEAST: ['5.001', 'GBP has no such amount'],
      LANDFALL_MODE: ['production', 'Write demo, live, or rehearsal'],
      SITE_NAME: ['x'.repeat(61), 'Write at most 60 characters'],
      SUPPORT_EMAIL: ['help', 'Write an email address alone, as you@mail.example'],
      SMTP_URL: ['mail.example', 'Write it as smtps://user:password@mail.example:465'],
      PUBLIC_URL: ['landfall', 'Write it as https://landfall.example'],
      FIGURES_AS_OF: ['yesterday', 'Write it as 2026-11-01'],
      STRIPE_WEBHOOK_SECRET: ['secret', 'Write it as whsec_...'],
    }
    for (const [name, [value, words]] of Object.entries(said))
      expect(refusal({ [name]: value })).toBe(`${name}: ${words}`)
  })

  it('refuses keys and addresses with a blank or a line’s end, without repeating them', () => {
    const secret = 'p3KzR0vYc9mQwT7uXfB2nLh6sJdGa1EoViU4ZkC8yNM='
    for (const set of [
      { AUTH_SECRET: `${secret}\n` },
      { STRIPE_WEBHOOK_SECRET: 'whsec_1 ' },
      { METRICS_TOKEN: 'wX4kPz7mQ2vN 8bRt5cYd' },
      { SMTP_URL: 'smtp://mail.example\r' },
    ]) {
      const [name = '', value = ''] = Object.entries(set)[0]!
      expect(refusal(set)).toContain(`${name}: there is a blank or the end of a line in it`)
      expect(refusal(set)).not.toContain(value)
    }
  })

  it('splits payment methods and networks at commas and spaces, also a whole private network or a provider’s', () => {
    expect(load({ PAYMENT_METHODS: 'card, bacs_debit' }).PAYMENT_METHODS).toEqual(['card', 'bacs_debit'])
    const networks = ['10.0.0.0/8', 'fc00::/7', '52.0.0.0/8', '2600::/16']
    expect(load({ TRUSTED_PROXIES: '10.0.0.0/8, fc00::/7  52.0.0.0/8 2600::/16,' }).TRUSTED_PROXIES).toEqual(networks)
  })

  it('offers all languages, or those that are named in their order, always with English', () => {
    expect(load({}).LANGUAGES).toEqual(ALL_LANGUAGES)
    expect(load({ LANGUAGES: 'fr es' }).LANGUAGES).toEqual(['fr', 'es', 'en'])
    expect(load({ LANGUAGES: 'en,fr en' }).LANGUAGES).toEqual(['en', 'fr'])
  })

  it.each([
    ['PORT', '65536'],
    ['DATABASE_URL', 'mysql://localhost/landfall'],
    ['AUTH_SECRET', 'x'.repeat(31)],
    ['CURRENCY_RATES_URL', 'http://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'],
    ['CURRENCY_RATES_URL', 'http://localhost.evil.test/rates.xml'],
    ['LANGUAGES', 'en,de'],
    ['PAYMENT_METHODS', 'bacs_debit'],
    ['PAYMENT_METHODS', 'card,cash'],
    ['STRIPE_SECRET_KEY', 'pk_test_1'],
    ['MAIL_FROM', 'Landfall <bookings@landfall.example>'],
    ['TRUSTED_PROXIES', 'everybody'],
    ['TRUSTED_PROXIES', '10.0.0.1'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '0.0.0.0/1,128.0.0.0/1'],
    ['TRUSTED_PROXIES', '10.0.0.0/7'],
    ['TRUSTED_PROXIES', '2001::/15'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, none'],
    ['TRUSTED_PROXIES', ','],
    ['TRUSTED_PROXIES', '::ffff:10.0.0.0/104'],
    ['TERMS_VERSION', '2026-13'],
  ])('names a wrong setting: %s=%s', (name, value) => {
    expect(refusal({ [name]: value })).toMatch(new RegExp(`^${name}: [^;\\n]+$`))
  })

  it('requires settings that belong together, and prices in order', () => {
    const both = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
    expect(load(both)).toMatchObject(both)
    for (const name of Object.keys(both))
      expect(refusal({ ...both, [name]: '' })).toBe(`${name}: required with the other GOOGLE_ setting`)
    expect(refusal({ PRICE_LEAST: '50', PRICE_MOST: '40' })).toBe('PRICE_LEAST: 50 is more than PRICE_MOST, 40')
    expect(load({ PRICE_LEAST: '40', PRICE_MOST: '40' }).PRICE_MOST).toBe(40)
  })

  /** The names of the refused settings. */
  const about = (env: Record<string, string>) =>
    refusal(env)
      .split('\n')
      .map((line) => line.split(':')[0])

  it('names what is malformed together with what one setting asks of another, each setting once', () => {
    const missing = { ...live, SMTP_URL: '', TRUSTED_PROXIES: '' }
    expect(about({ ...missing, MAIL_FORM: 'x', PORT: 'x' })).toEqual([
      'MAIL_FORM',
      'PORT',
      'SMTP_URL',
      'TRUSTED_PROXIES',
    ])
    expect(about({ ...live, AUTH_SECRET: 'x', SMTP_URL: '' })).toEqual(['AUTH_SECRET', 'SMTP_URL'])
    expect(about({ ...live, PUBLIC_URL: 'landfall', ROLE: 'worker' })).toEqual(['PUBLIC_URL'])
    const keys = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
    expect(about({ ...live, LANDFALL_MODE: 'demo', S3_REGION: 'eu' })).toEqual(['LANDFALL_MODE', ...keys])
  })

  it('says nothing about what depends on a malformed setting', () => {
    const replica = { DATABASE_REPLICA_URL: 'postgres://standby/landfall' }
    expect(about({ DATABASE_URL: 'mysql://db', ROLE: 'web', ...replica })).toEqual(['DATABASE_URL'])
    expect(about({ PRICE_MOST: 'x', PRICE_LEAST: '2000' })).toEqual(['PRICE_MOST'])
    expect(about({ ...live, LANDFALL_MODE: 'production', SMTP_URL: '' })).toEqual(['LANDFALL_MODE'])
  })

  it('never repeats the value of a wrong secret', () => {
    for (const name of ['AUTH_SECRET', 'GOOGLE_CLIENT_SECRET', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
      expect(refusal({ [name]: 'opensesame' })).not.toContain('opensesame')
    expect(refusal({ DATABASE_URL: 'mysql://root:opensesame@localhost' })).not.toContain('opensesame')
  })
})

describe('loadConfig for a live site', () => {
  it.each(['MAIL_FROM', 'SUPPORT_EMAIL'])('refuses the example address of the default: %s', (name) => {
    expect(refusal({ ...live, [name]: undefined })).toBe(`${name}: live needs an address of yours`)
  })

  it('refuses to serve code that is not built', () => {
    expect(refusal({ ...live, NODE_ENV: 'development' })).toMatch(/^NODE_ENV: /)
    expect(refusal({ ...live, NODE_ENV: 'production' })).toBe('accepted')
    expect(refusal({ NODE_ENV: 'development' })).toBe('accepted')
  })

  it('allows a site without a proxy if the setting says none', () => {
    expect(load({ ...live, TRUSTED_PROXIES: ' none ' }).TRUSTED_PROXIES).toEqual([])
  })

  it('fetches exchange rates from the European Central Bank by default', () => {
    expect(load(live).CURRENCY_RATES_URL).toBe('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml')
    for (const address of ['none', 'https://rates.example/daily.xml', 'http://127.0.0.1:8080/daily.xml']) {
      expect(load({ ...live, CURRENCY_RATES_URL: address }).CURRENCY_RATES_URL).toBe(address)
    }
  })

  it.each(['sk_live_1', 'rk_live_1'])('takes the live key %s as live mode, even without LANDFALL_MODE', (key) => {
    expect(load({ ...live, LANDFALL_MODE: '', STRIPE_SECRET_KEY: key }).mode).toBe('live')
    expect(refusal({ STRIPE_SECRET_KEY: key })).toContain('required when live')
  })

  it('requires its address, its secrets, its mail server and its texts', () => {
    for (const name of [...REQUIRED, 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
      expect(refusal({ ...live, [name]: '' })).toMatch(new RegExp(`^${name}: required when live[^;]*$`))
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['the embedded database', { DATABASE_URL: 'file:./data/pglite' }, /^DATABASE_URL: [^;]+$/],
    ['a database in memory', { DATABASE_URL: 'memory:' }, /^DATABASE_URL: [^;]+$/],
    ['a public address without TLS', { PUBLIC_URL: 'http://landfall.example' }, /^PUBLIC_URL: live needs https$/],
    ['a guessable key for backups', { BACKUP_KEY: 'x'.repeat(40) }, /^BACKUP_KEY: .*openssl rand -base64 32`$/],
    ['a guessable secret', { AUTH_SECRET: 'x'.repeat(40) }, /^AUTH_SECRET: .*openssl rand -base64 32`$/],
    ['a test key', { STRIPE_SECRET_KEY: 'sk_test_1' }, /^STRIPE_SECRET_KEY: live needs a live key$/],
    ['no place for files', { STORAGE_FOLDER: '' }, /^STORAGE_FOLDER: live needs the whole path[^;]+$/],
    ['a folder for files in the release', { STORAGE_FOLDER: './files' }, /^STORAGE_FOLDER: live needs the whole path/],
    ['no setting about proxies', { TRUSTED_PROXIES: '' }, /^TRUSTED_PROXIES: required when live[^;]+none$/],
    [
      'the sandbox',
      { STRIPE_API_BASE: 'http://127.0.0.1:12111' },
      /^STRIPE_API_BASE: the sandbox is refused when live$/,
    ],
    ['demo mode with a live key', { LANDFALL_MODE: 'demo' }, /^LANDFALL_MODE: [^;]+$/],
  ])('refuses %s', (_with, change, about) => {
    expect(refusal({ ...live, ...change })).toMatch(about)
  })
})

describe('loadConfig for a demo', () => {
  it('accepts a test key of the payment service together with its webhook secret, or a sandbox that is shared', () => {
    expect(load({ STRIPE_API_BASE: 'http://127.0.0.1:12111' }).mode).toBe('demo')
    const test = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    expect(load(test).mode).toBe('demo')
    expect(refusal({ ...test, STRIPE_WEBHOOK_SECRET: '' })).toBe(
      'STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY',
    )
  })
})

describe('the storage of files', () => {
  const bucket = {
    S3_BUCKET: 'landfall-files',
    S3_REGION: 'eu-west-2',
    S3_ACCESS_KEY_ID: 'AKIA1',
    S3_SECRET_ACCESS_KEY: 'opensesame',
  }

  it('is the folder, or the bucket if one is set', () => {
    expect(readStorage(load({ STORAGE_FOLDER: '/srv/files' }))).toEqual({ folder: '/srv/files' })
    const base = { ...live, ...bucket, STORAGE_FOLDER: '' }
    const key = { accessKeyId: 'AKIA1', secretAccessKey: 'opensesame' }
    expect(readStorage(load(base))).toEqual({
      bucket: { name: 'landfall-files', region: 'eu-west-2', endpoint: undefined, ...key },
    })
    expect(readStorage(load({ ...base, S3_ENDPOINT: 'https://files.example' }))).toMatchObject({
      bucket: { name: 'landfall-files', endpoint: 'https://files.example' },
    })
  })

  it('is refused if one of its settings is missing or malformed', () => {
    const endpointAlone = refusal({ S3_ENDPOINT: 'https://files.example' })
    for (const name of Object.keys(bucket)) {
      expect(refusal({ ...bucket, [name]: '' })).toBe(`${name}: required with the other S3_ settings`)
      expect(endpointAlone).toContain(`${name}: required`)
    }
    expect(refusal({ ...bucket, S3_BUCKET: 'a/b' })).toBe('S3_BUCKET: Write the name of a bucket')
  })
})

describe('the figures a site shows about itself', () => {
  it('come with the day on which they were counted, and are refused if they are malformed', () => {
    const { FIGURES, FIGURES_AS_OF } = load({ FIGURES: '12 mentees, 2 cohorts', FIGURES_AS_OF: '2026-11-01' })
    expect(FIGURES).toEqual([
      { value: '12', of: 'mentees' },
      { value: '2', of: 'cohorts' },
    ])
    expect(FIGURES_AS_OF).toBe('2026-11-01')
    expect(refusal({ FIGURES: 'many mentees', FIGURES_AS_OF })).toContain('FIGURES: Enter up to four')
  })

  it.each([{ FIGURES: '12 mentees' }, { ABOUT_FIGURES: '12 mentors' }])('are refused without a day: %o', (figures) => {
    expect(refusal(figures)).toContain('FIGURES_AS_OF: required')
  })
})

describe('formatOrigin', () => {
  it.each([
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://127.0.0.1:3000'],
    ['::1', 'http://[::1]:3000'],
  ])('gives an address that this machine can open when HOST is %s', (host, origin) => {
    expect(formatOrigin(host, 3000)).toBe(origin)
    expect(new URL(origin).origin).toBe(origin)
  })
})

describe('readTimeouts', () => {
  it('is none in a demo, and enough for load balancers and a booting database when live', () => {
    expect(readTimeouts(load({}))).toEqual({ drain: 0, shutdown: 9, database: 0 })
    expect(readTimeouts(load(live))).toEqual({ drain: 10, shutdown: 9, database: 300 })
    const set = { DRAIN_SECONDS: '0', SHUTDOWN_SECONDS: '20', DATABASE_WAIT_SECONDS: '5' }
    expect(readTimeouts(load({ ...live, ...set }))).toEqual({ drain: 0, shutdown: 24, database: 5 })
  })
})

describe('a rehearsal', () => {
  const { STRIPE_SECRET_KEY: _, STRIPE_WEBHOOK_SECRET: __, ...keyless } = live
  const rehearsal = { ...keyless, LANDFALL_MODE: 'rehearsal', REHEARSAL_MAIL_TO: 'me@mail.test' }

  it('has every rule of live, with test keys or with none', () => {
    expect(load(rehearsal)).toMatchObject({ mode: 'live', rehearsal: true })
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    expect(load({ ...rehearsal, ...keys })).toMatchObject({ mode: 'live', rehearsal: true })
    for (const name of REQUIRED)
      expect(refusal({ ...rehearsal, [name]: '' })).toMatch(new RegExp(`^${name}: required when live`))
    expect(refusal({ ...rehearsal, DATABASE_URL: 'file:./data' })).toMatch(/^DATABASE_URL: live needs/)
    expect(refusal({ ...rehearsal, STRIPE_SECRET_KEY: 'sk_test_1' })).toMatch(/^STRIPE_WEBHOOK_SECRET: required/)
  })

  it('refuses a live key, and needs an address for its emails, which live does not take', () => {
    for (const key of ['sk_live_1', 'rk_live_1'])
      expect(refusal({ ...rehearsal, STRIPE_SECRET_KEY: key })).toMatch(
        /^LANDFALL_MODE: a live payment key .* rehearsal$/,
      )
    expect(refusal({ ...rehearsal, REHEARSAL_MAIL_TO: '' })).toMatch(/^REHEARSAL_MAIL_TO: required/)
    expect(refusal({ ...live, REHEARSAL_MAIL_TO: 'me@mail.test' })).toBe(
      'REHEARSAL_MAIL_TO: only for LANDFALL_MODE=rehearsal',
    )
  })
})

import { describe, expect, it } from 'vitest'
import { loadConfig, formatOrigin, readTimeouts, readStorage } from '#server/platform/config'

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

describe('loadConfig', () => {
  it('makes a demo on the embedded database without any setting', () => {
    expect(load({})).toEqual({
      mode: 'demo',
      rehearsal: false,
      KEEP_UNPAID_DAYS: 7,
      KEEP_GUEST_DAYS: 180,
      KEEP_PHONE_DAYS: 90,
      KEEP_PAYMENT_EVENT_DAYS: 400,
      KEEP_ERASURES_DAYS: 400,
      PORT: 3000,
      ROLE: 'all',
      DATABASE_URL: 'file:./data/pglite',
      DATABASE_CONNECTIONS: 8,
      STORAGE_FOLDER: './data/files',
      LANDFALL_BUILD: 'build',
      SITE_NAME: 'Landfall',
      SUPPORT_EMAIL: 'help@landfall.example',
      TERMS_VERSION: '2026-11',
      PAYMENT_METHODS: ['card'],
      CHECKOUT_MINUTES: 31,
      HOLD_GRACE_MINUTES: 4,
      PAGES_PER_NETWORK: 1200,
      HOLDS_PER_BROWSER: 2,
      HOLDS_PER_EMAIL: 3,
      HOLDS_PER_ADDRESS: 20,
      NEW_HOLDS_PER_BROWSER: 6,
      NEW_HOLDS_PER_ADDRESS: 20,
      CONFIRM_MAILS_PER_BROWSER: 6,
      CONFIRM_MAILS_PER_EMAIL: 6,
      CONFIRM_MAILS_PER_ADDRESS: 12,
      FREE_PER_EMAIL: 3,
      FREE_PER_ADDRESS: 10,
      FAR_NETWORK_TIMES: 3,
      HOLDS_SHARE_PERCENT: 10,
      PRICE_LEAST: 5,
      PRICE_MOST: 1_000,
      FEE_PERCENT: 0,
      REVIEW_DAYS: 5,
      NEW_MENTOR_POLICY: 'flexible',
      NEW_MENTOR_NOTICE_HOURS: 12,
      MAIL_FROM: 'bookings@landfall.example',
      MEETING_HOST: 'meet.jit.si',
      TRUSTED_PROXIES: [],
      METRICS_HOST: '127.0.0.1',
      LOG_LEVEL: 'info',
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
    const names = [
      'LANDFALL_MODE',
      'HOST',
      'PORT',
      'PUBLIC_URL',
      'DATABASE_URL',
      'STRIPE_SECRET_KEY',
      'SMTP_URL',
      'LOG_LEVEL',
    ]
    expect(load(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(load({}))
  })

  it('ignores variables that are not settings', () => {
    expect(load({ PATH: '/bin', NODE_ENV: 'production', HOME: '/root' })).toEqual(load({}))
  })

  it('returns settings that cannot be changed', () => {
    expect(Object.isFrozen(load({}))).toBe(true)
  })

  it('takes a public address with a slash at its end, and refuses one with a path', () => {
    expect(load({ PUBLIC_URL: 'https://landfall.example:8443/' }).PUBLIC_URL).toBe('https://landfall.example:8443')
    for (const path of ['/path', '/path/', '/?query'])
      expect(refusal({ PUBLIC_URL: `https://landfall.example:8443${path}` })).toMatch(
        /^PUBLIC_URL: Write it without a path/,
      )
  })

  it('refuses a name with a few wrong letters, and says which is right', () => {
    expect(refusal({ MAIL_FORM: 'bookings@mail.test' })).toBe('MAIL_FORM: there is no such setting. Is it MAIL_FROM?')
    expect(refusal({ STRIPE_WEBHOK_SECRET: 'whsec_1' })).toMatch(/Is it STRIPE_WEBHOOK_SECRET\?$/)
    expect(refusal({ PRICE_MAST: '90' })).toMatch(/Is it PRICE_MOST\?$/) // And not PRICE_LEAST, which is near as well.
    expect(refusal({ TRUSTED_PROXY: 'none', DATABASE_URI: 'file:./data' })).toMatch(
      /Is it TRUSTED_PROXIES\?\n.*Is it DATABASE_URL\?/,
    )
    const others = {
      HOSTNAME: 'web',
      SSL_CERT_FILE: '/etc',
      TEST_DATABASE_URL: 'x',
      AWS_REGION: 'eu',
      POST: '1',
      MAIL: '/var',
    }
    expect(load(others)).toEqual(load({}))
  })

  it('refuses another form of a name, one that lacks words, and one that begins as only ours do', () => {
    expect(refusal({ TRUST_PROXY: 'none' })).toMatch(/Is it TRUSTED_PROXIES\?$/)
    expect(refusal({ S3_SECRET_KEY: 'x' })).toMatch(/Is it S3_SECRET_ACCESS_KEY\?$/)
    expect(refusal({ FEE_PERCENTAGE: '5' })).toMatch(/Is it FEE_PERCENT\?$/)
    expect(refusal({ STRIPE_KEY: 'x' })).toMatch(/Is it STRIPE_SECRET_KEY\?$/)
    expect(refusal({ PRICE_MIN: '5' })).toMatch(/Is it PRICE_LEAST or PRICE_MOST\?$/)
    const others = {
      PATH_INFO: '/',
      TERM_PROGRAM: 'xterm',
      TERM_PROGRAM_VERSION: '1',
      GOOGLE_APPLICATION_CREDENTIALS: '/etc',
      OTEL_EXPORTER_OTLP_HEADERS: 'a=b',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://x',
      SMTP_HOST: 'mail',
      S3_FORCE_PATH_STYLE: '1',
      DATABASE_PASSWORD: 'x',
      STRIPE_DEVICE_NAME: 'x',
      FREE_SPACE: '1',
      LOG_FORMAT: 'json',
      HOST_NAME: 'web',
      PUBLIC_KEY: 'x',
      PORT_RANGE: '1',
    }
    expect(load(others)).toEqual(load({}))
  })

  it('refuses a setting of nothing but blanks', () => {
    for (const name of ['SITE_NAME', 'PORT', 'STORAGE_FOLDER', 'TRUSTED_PROXIES', 'AUTH_SECRET'])
      expect(refusal({ [name]: ' \t' })).toBe(`${name}: there is nothing but blanks in it`)
  })

  it('takes addresses whose host is written in any script', () => {
    expect(loadConfig({ MAIL_FROM: 'hallo@bücher.example' })).toMatchObject({
      value: { MAIL_FROM: 'hallo@xn--bcher-kva.example' },
    })
  })

  it('says what to give, in words of its own', () => {
    const said = {
      PORT: ['x', 'Write a number'],
      DATABASE_CONNECTIONS: ['1', 'Write a number of at least 2'],
      CHECKOUT_MINUTES: ['31.5', 'Write a whole number'],
      FEE_PERCENT: ['101', 'Write a number of at most 100'],
      PRICE_LEAST: ['5.001', 'Write a multiple of 0.01'],
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

  it('refuses a lowest price above the highest', () => {
    expect(refusal({ PRICE_LEAST: '50', PRICE_MOST: '40' })).toBe('PRICE_LEAST: 50 is more than PRICE_MOST, 40')
    expect(load({ PRICE_LEAST: '40', PRICE_MOST: '40' }).PRICE_MOST).toBe(40)
  })

  it('splits payment methods at commas and spaces', () => {
    expect(load({ PAYMENT_METHODS: 'card, bacs_debit' }).PAYMENT_METHODS).toEqual(['card', 'bacs_debit'])
  })

  it('splits networks at commas and spaces', () => {
    expect(load({ TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8  127.0.0.1/32,' }).TRUSTED_PROXIES).toEqual([
      '10.0.0.0/8',
      'fd00::/8',
      '127.0.0.1/32',
    ])
  })

  it('trusts a private network as a whole, and what one provider may have', () => {
    const networks = ['fc00::/7', '52.0.0.0/8', '2600::/16']
    expect(load({ TRUSTED_PROXIES: networks.join(',') }).TRUSTED_PROXIES).toEqual(networks)
  })

  it('trusts no proxy if the setting is the word none', () => {
    expect(load({ TRUSTED_PROXIES: ' none ' }).TRUSTED_PROXIES).toEqual([])
  })

  it.each([
    ['LANDFALL_MODE', 'production'],
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '30.5'],
    ['PUBLIC_URL', 'landfall.example'],
    ['PUBLIC_URL', 'ftp://landfall.example'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://localhost/landfall'],
    ['DATABASE_CONNECTIONS', '1'],
    ['S3_ENDPOINT', 'minio:9000'],
    ['SITE_NAME', 'x'.repeat(61)],
    ['SUPPORT_EMAIL', 'help'],
    ['AUTH_SECRET', 'x'.repeat(31)],
    ['CURRENCY_RATES_URL', 'http://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'],
    ['CURRENCY_RATES_URL', 'http://localhost.evil.test/rates.xml'],
    ['CURRENCY_RATES_URL', 'file:///etc/rates.xml'],
    ['PAYMENT_METHODS', 'bacs_debit'],
    ['PAYMENT_METHODS', 'card,cash'],
    ['STRIPE_SECRET_KEY', 'pk_test_1'],
    ['STRIPE_SECRET_KEY', 'sk_other_1'],
    ['STRIPE_WEBHOOK_SECRET', 'secret'],
    ['STRIPE_API_BASE', '127.0.0.1:12111'],
    ['SMTP_URL', 'http://mail.example'],
    ['MAIL_FROM', 'Landfall <bookings@landfall.example>'],
    ['TRUSTED_PROXIES', 'everybody'],
    ['TRUSTED_PROXIES', '10.0.0.1'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, ::/0'],
    ['TRUSTED_PROXIES', '0.0.0.0/1,128.0.0.0/1'],
    ['TRUSTED_PROXIES', '10.0.0.0/7'],
    ['TRUSTED_PROXIES', '2000::/3'],
    ['TRUSTED_PROXIES', '2001::/15'],
    ['TRUSTED_PROXIES', '10.0.0.0/8, none'],
    ['TRUSTED_PROXIES', 'none, none'],
    ['TRUSTED_PROXIES', ','],
    ['TRUSTED_PROXIES', '::ffff:10.0.0.0/104'],
    ['TRUSTED_PROXIES', '0.0.0.0/0, everyone, 7'],
    ['TERMS_VERSION', 'second'],
    ['TERMS_VERSION', '2026-13'],
    ['LOG_LEVEL', 'loud'],
  ])('names a wrong setting: %s=%s', (name, value) => {
    expect(refusal({ [name]: value })).toMatch(new RegExp(`^${name}: [^;\\n]+$`))
  })

  it('requires both settings of Google or neither', () => {
    const both = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
    expect(load(both)).toMatchObject(both)
    expect(refusal({ ...both, GOOGLE_CLIENT_ID: '' })).toMatch(/^GOOGLE_CLIENT_ID: required with [^;]+$/)
    expect(refusal({ ...both, GOOGLE_CLIENT_SECRET: '' })).toMatch(/^GOOGLE_CLIENT_SECRET: required with [^;]+$/)
  })

  it('names all wrong settings at once', () => {
    const said = refusal({ PORT: 'http', PUBLIC_URL: 'landfall', LOG_LEVEL: 'loud', MAIL_FORM: 'a@b.test' }).split('\n')
    expect(said.map((line) => line.split(':')[0])).toEqual(['MAIL_FORM', 'PORT', 'PUBLIC_URL', 'LOG_LEVEL'])
  })

  it('names what is malformed together with what one setting asks of another, each setting once', () => {
    const about = (env: Record<string, string>) =>
      refusal({ ...live, ...env })
        .split('\n')
        .map((line) => line.split(':')[0])
    expect(about({ PORT: 'x', SMTP_URL: '', TRUSTED_PROXIES: '' })).toEqual(['PORT', 'SMTP_URL', 'TRUSTED_PROXIES'])
    expect(about({ AUTH_SECRET: 'x', SMTP_URL: '' })).toEqual(['AUTH_SECRET', 'SMTP_URL'])
    expect(about({ PUBLIC_URL: 'landfall', ROLE: 'worker' })).toEqual(['PUBLIC_URL'])
    expect(about({ LANDFALL_MODE: 'demo', PORT: 'x', S3_REGION: 'eu' })).toEqual([
      'PORT',
      'LANDFALL_MODE',
      'S3_BUCKET',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
    ])
  })

  it('says nothing about what depends on a malformed setting', () => {
    const about = (env: Record<string, string>) =>
      refusal(env)
        .split('\n')
        .map((line) => line.split(':')[0])
    const replica = { DATABASE_REPLICA_URL: 'postgres://standby/landfall' }
    expect(about({ DATABASE_URL: 'mysql://db', ROLE: 'web', ...replica })).toEqual(['DATABASE_URL'])
    expect(about({ PRICE_MOST: 'x', PRICE_LEAST: '2000' })).toEqual(['PRICE_MOST'])
    expect(about({ ...live, LANDFALL_MODE: 'production', SMTP_URL: '' })).toEqual(['LANDFALL_MODE'])
  })

  it('never repeats the value of a wrong secret', () => {
    expect(refusal({ AUTH_SECRET: 'opensesame' })).not.toContain('opensesame')
    expect(refusal({ GOOGLE_CLIENT_SECRET: 'opensesame' })).not.toContain('opensesame')
    expect(refusal({ STRIPE_SECRET_KEY: 'opensesame' })).not.toContain('opensesame')
    expect(refusal({ STRIPE_WEBHOOK_SECRET: 'opensesame' })).not.toContain('opensesame')
    expect(refusal({ DATABASE_URL: 'mysql://root:opensesame@localhost' })).not.toContain('opensesame')
  })
})

describe('loadConfig for a live site', () => {
  it('refuses to serve code that is not built', () => {
    expect(refusal({ ...live, NODE_ENV: 'development' })).toMatch(/^NODE_ENV: /)
    expect(refusal({ ...live, NODE_ENV: 'production' })).toBe('accepted')
    expect(refusal({ NODE_ENV: 'development' })).toBe('accepted')
  })

  it('accepts live mode with every required setting', () => {
    expect(load(live)).toMatchObject({ mode: 'live', PUBLIC_URL: 'https://landfall.example' })
  })

  it('allows a site without a proxy if the setting says none', () => {
    expect(load({ ...live, TRUSTED_PROXIES: 'none' }).TRUSTED_PROXIES).toEqual([])
  })

  it('fetches exchange rates from the European Central Bankby default', () => {
    expect(load(live).CURRENCY_RATES_URL).toBe('https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml')
    for (const address of ['none', 'https://rates.example/daily.xml', 'http://127.0.0.1:8080/daily.xml']) {
      expect(load({ ...live, CURRENCY_RATES_URL: address }).CURRENCY_RATES_URL).toBe(address)
    }
  })

  it.each(['sk_live_1', 'rk_live_1'])('takes the live key %s as live mode, even without LANDFALL_MODE', (key) => {
    expect(load({ ...live, LANDFALL_MODE: '', STRIPE_SECRET_KEY: key }).mode).toBe('live')
    expect(refusal({ STRIPE_SECRET_KEY: key })).toContain('required when live')
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['the embedded database', { DATABASE_URL: 'file:./data/pglite' }, /^DATABASE_URL: [^;]+$/],
    ['no database', { DATABASE_URL: '' }, /^DATABASE_URL: [^;]+$/],
    ['a database in memory', { DATABASE_URL: 'memory:' }, /^DATABASE_URL: [^;]+$/],
    ['no public address', { PUBLIC_URL: '' }, /^PUBLIC_URL: required when live$/],
    ['a public address without TLS', { PUBLIC_URL: 'http://landfall.example' }, /^PUBLIC_URL: live needs https$/],
    ['a guessable key for backups', { BACKUP_KEY: 'x'.repeat(40) }, /^BACKUP_KEY: .*openssl rand -base64 32`$/],
    ['no secret to sign with', { AUTH_SECRET: '' }, /^AUTH_SECRET: required when live$/],
    ['a guessable secret', { AUTH_SECRET: 'x'.repeat(40) }, /^AUTH_SECRET: .*openssl rand -base64 32`$/],
    [
      'half of Google’s keys',
      { GOOGLE_CLIENT_ID: 'id' },
      /^GOOGLE_CLIENT_SECRET: required with the other GOOGLE_ setting$/,
    ],
    ['no payment key', { STRIPE_SECRET_KEY: '' }, /^STRIPE_SECRET_KEY: required when live$/],
    ['a test key', { STRIPE_SECRET_KEY: 'sk_test_1' }, /^STRIPE_SECRET_KEY: live needs a live key$/],
    ['a restricted test key', { STRIPE_SECRET_KEY: 'rk_test_1' }, /^STRIPE_SECRET_KEY: live needs a live key$/],
    ['no webhook secret', { STRIPE_WEBHOOK_SECRET: '' }, /^STRIPE_WEBHOOK_SECRET: required when live$/],
    ['no mail server', { SMTP_URL: '' }, /^SMTP_URL: required when live$/],
    ['no place for files', { STORAGE_FOLDER: '' }, /^STORAGE_FOLDER: live needs the whole path[^;]+$/],
    ['a folder for files in the release', { STORAGE_FOLDER: './files' }, /^STORAGE_FOLDER: live needs the whole path/],
    ['no terms of the operator', { TERMS_FILE: '' }, /^TERMS_FILE: required when live$/],
    ['no setting about proxies', { TRUSTED_PROXIES: '' }, /^TRUSTED_PROXIES: required when live[^;]+none$/],
    ['everyone as a proxy', { TRUSTED_PROXIES: '0.0.0.0/0' }, /^TRUSTED_PROXIES: 0\.0\.0\.0\/0 [^;]+$/],
    ['no privacy notice of the operator', { PRIVACY_FILE: '' }, /^PRIVACY_FILE: required when live$/],
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
  it('accepts a test key of the payment service together with its webhook secret', () => {
    const test = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    expect(load(test).mode).toBe('demo')
    expect(refusal({ ...test, STRIPE_WEBHOOK_SECRET: '' })).toBe(
      'STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY',
    )
  })

  it('accepts a sandbox that several processes share', () => {
    expect(load({ STRIPE_API_BASE: 'http://127.0.0.1:12111' }).mode).toBe('demo')
  })
})

describe('the storage of files', () => {
  const bucket = {
    S3_BUCKET: 'landfall-files',
    S3_REGION: 'eu-west-2',
    S3_ACCESS_KEY_ID: 'AKIA1',
    S3_SECRET_ACCESS_KEY: 'opensesame',
  }

  it('is the folder if no bucket is set', () => {
    expect(readStorage(load({ STORAGE_FOLDER: '/srv/files' }))).toEqual({ folder: '/srv/files' })
  })

  it.each(['demo', 'live'])('is the bucket if one is set, in a %s product', (mode) => {
    const base = mode === 'live' ? { ...live, STORAGE_FOLDER: '' } : {}
    const key = { accessKeyId: 'AKIA1', secretAccessKey: 'opensesame' }
    expect(readStorage(load({ ...base, ...bucket }))).toEqual({
      bucket: { name: 'landfall-files', region: 'eu-west-2', endpoint: undefined, ...key },
    })
    expect(readStorage(load({ ...base, ...bucket, S3_ENDPOINT: 'https://files.example' }))).toMatchObject({
      bucket: { name: 'landfall-files', endpoint: 'https://files.example' },
    })
  })

  it.each(Object.keys(bucket))('refuses a bucket without %s', (name) => {
    expect(refusal({ ...bucket, [name]: '' })).toBe(`${name}: required with the other S3_ settings`)
  })

  it('refuses an endpoint without a bucket', () => {
    const said = refusal({ S3_ENDPOINT: 'https://files.example' })
    for (const name of Object.keys(bucket)) expect(said).toContain(`${name}: required`)
  })

  it('refuses a malformed bucket name without repeating the secret', () => {
    const said = refusal({ ...bucket, S3_BUCKET: 'a/b' })
    expect(said).toBe('S3_BUCKET: Write the name of a bucket')
  })
})

describe('the figures a site shows about itself', () => {
  it('come with the day on which they were counted', () => {
    const { FIGURES, FIGURES_AS_OF } = load({ FIGURES: '12 mentees, 2 cohorts', FIGURES_AS_OF: '2026-11-01' })
    expect(FIGURES).toEqual([
      { value: '12', of: 'mentees' },
      { value: '2', of: 'cohorts' },
    ])
    expect(FIGURES_AS_OF).toBe('2026-11-01')
  })

  it.each([{ FIGURES: '12 mentees' }, { ABOUT_FIGURES: '12 mentors' }])('are refused without a day: %o', (figures) => {
    expect(refusal(figures)).toContain('FIGURES_AS_OF: required')
  })

  it('are refused if they are malformed', () => {
    expect(refusal({ FIGURES: 'many mentees', FIGURES_AS_OF: '2026-11-01' })).toContain('FIGURES: Enter up to four')
    expect(refusal({ FIGURES: '12 mentees', FIGURES_AS_OF: 'yesterday' })).toContain('FIGURES_AS_OF')
  })
})

describe('formatOrigin', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:3000'],
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://127.0.0.1:3000'],
    ['::1', 'http://[::1]:3000'],
    ['landfall.internal', 'http://landfall.internal:3000'],
  ])('gives an address that this machine can open when HOST is %s', (host, origin) => {
    expect(formatOrigin(host, 3000)).toBe(origin)
    expect(new URL(origin).origin).toBe(origin)
  })
})

describe('a live site', () => {
  it.each(['MAIL_FROM', 'SUPPORT_EMAIL'])('refuses the example address of the default: %s', (name) => {
    expect(refusal({ ...live, [name]: undefined })).toBe(`${name}: live needs an address of yours`)
  })
})

describe('readTimeouts', () => {
  it('is none in a demo, and enough for load balancers and a booting database when live', () => {
    expect(readTimeouts(load({}))).toEqual({ drain: 0, database: 0 })
    expect(readTimeouts(load(live))).toEqual({ drain: 10, database: 300 })
    const set = { DRAIN_SECONDS: '0', DATABASE_WAIT_SECONDS: '5' }
    expect(readTimeouts(load({ ...live, ...set }))).toEqual({ drain: 0, database: 5 })
  })
})

describe('a rehearsal', () => {
  const { STRIPE_SECRET_KEY: _, STRIPE_WEBHOOK_SECRET: __, ...keyless } = live
  const rehearsal = { ...keyless, LANDFALL_MODE: 'rehearsal', REHEARSAL_MAIL_TO: 'me@mail.test' }

  it('has every rule of live, with test keys or with none', () => {
    expect(load(rehearsal)).toMatchObject({ mode: 'live', rehearsal: true })
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
    expect(load({ ...rehearsal, ...keys })).toMatchObject({ mode: 'live', rehearsal: true })
    for (const name of ['PUBLIC_URL', 'AUTH_SECRET', 'SMTP_URL', 'TERMS_FILE', 'PRIVACY_FILE', 'TRUSTED_PROXIES'])
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

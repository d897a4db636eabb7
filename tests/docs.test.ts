/** Checks what the documents say about the code against the code. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '#server/platform/config'
import { environment } from '#server/platform/settings'
import { configurationPage, envExample } from '../scripts/generate/configuration.ts'

const documents = [...globSync('*.md'), ...globSync('docs/**/*.md')].toSorted()
const read = (file: string) => readFileSync(file, 'utf8')

/** Every camelCase word of the code. */
const identifiers = new Set(
  globSync(['{app,domain,messages/words,server,sandbox,scripts}/**/*.{ts,tsx}', '*.ts']).flatMap((file) =>
    read(file).match(/\b[a-z]+[A-Z]\w*/g),
  ),
)
/** Words of libraries that documents name and our code does not use. */
const FOREIGN = ['clientMiddleware']

const settings = Object.keys(environment.shape)

/** The defaults that are single values, as a person would write them. */
const defaults = Object.entries(loadedDefaults()).filter(([, value]) => ['string', 'number'].includes(typeof value))

describe('the settings', () => {
  it('are documented in docs/configuration.md as the schema describes them', () => {
    expect(read('docs/configuration.md'), 'Run `node scripts/generate/configuration.ts`').toBe(configurationPage())
  })

  it('are listed in .env.example as the schema describes them', () => {
    expect(read('.env.example'), 'Run `node scripts/generate/configuration.ts`').toBe(envExample())
  })

  it('are all in .env.example, and nothing else is', () => {
    const names = [...read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
    expect(names).toEqual(settings)
  })

  it('are all in the tables of docs/configuration.md, and nothing else is', () => {
    expect([...documentedDefaults().keys()]).toEqual(settings)
  })

  it.each(defaults)('have the default in both that loading them gives: %s', (name, value) => {
    const setting = name === 'mode' ? 'LANDFALL_MODE' : name
    expect(documentedDefaults().get(setting)).toBe(`\`${value}\``)
    expect(read('.env.example')).toContain(`# ${setting}=${value}\n`)
  })

  it('in .env.example change nothing until a # is removed', () => {
    expect(parseEnv(read('.env.example'))).toEqual({})
  })

  it('in .env.example are accepted when every # is removed, secrets and the database aside', () => {
    const all = parseEnv(read('.env.example').replaceAll(/^# (?=[A-Z][A-Z0-9_]*=)/gm, ''))
    const secrets = {
      AUTH_SECRET: 'q3vP8xTz0LmK2nRb7WcY5dHf9JsG4aUe',
      BACKUP_KEY: 'Zt8sQm2LrYw5XcVb7NhJ4kPdG9fEaU1o',
      METRICS_TOKEN: 'wX4kPz7mQ2vN8bRt5cYd',
    }
    const server = { DATABASE_URL: 'postgres://user:password@host/name' } // An embedded one has no standby.
    const loaded = loadConfig({ ...all, ...secrets, ...server, LANDFALL_MODE: 'demo', STRIPE_SECRET_KEY: 'sk_test_1' })
    expect(loaded).toMatchObject({ ok: true })
  })
})

describe('a link in a document', () => {
  const links = documents.flatMap((file) =>
    [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => ({ file, to })),
  )

  it.each(links.filter(({ to }) => !/^https?:/.test(to)))(
    'leads to a file and heading that exist: $file → $to',
    ({ file, to }) => {
      const [path = '', anchor] = to.split('#')
      const target = path === '' ? file : join(dirname(file), path)
      expect(existsSync(target), target).toBe(true)
      if (anchor) expect(listAnchors(target)).toContain(anchor)
    },
  )

  it('leads to every decision and document from another document', () => {
    const targets = new Set(links.map(({ file, to }) => join(dirname(file), to.split('#')[0] ?? '')))
    expect(documents.filter((file) => file !== 'README.md' && !targets.has(file))).toEqual([])
  })
})

describe('a document', () => {
  it.each(documents)('names files that exist: %s', (file) => {
    const named = [...read(file).matchAll(/`((?:app|domain|server|sandbox|tests|scripts|docs)\/[\w./*-]*)`/g)]
    const missing = named
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(path) && globSync(path).length === 0)
    expect(missing).toEqual([])
  })

  it.each(documents)('names functions that stand in the file before them: %s', (file) => {
    const named = [...read(file).matchAll(/`((?:app|domain|server|sandbox)\/[\w./-]+)`: `(\w+)`/g)]
    const missing = named.filter(([, path = '', name = '']) => !read(path).includes(`function ${name}(`))
    expect(missing.map(([citation]) => citation)).toEqual([])
  })

  it.each(documents)('names identifiers that the code has: %s', (file) => {
    const named = [...read(file).matchAll(/`([a-z]+[A-Z]\w*)(?:\([^`]*\))?`/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !identifiers.has(name) && !FOREIGN.includes(name))).toEqual([])
  })

  it.each(documents)('names npm commands that exist: %s', (file) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = [...read(file).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
      ([, run, own]) => run ?? own!,
    )
    expect(commands.filter((command) => !(command in scripts))).toEqual([])
  })

  it('lists every event that the code logs, and no others (docs/operations.md)', () => {
    const sources = globSync('{app,server,sandbox}/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
    const code = sources.map(read).join('\n')
    const section = read('docs/operations.md').split('## Logs')[1]?.split('\n## ')[0] ?? ''
    const rows = [...section.matchAll(/^\| (`[^|]+`) \|/gm)].map(([, events = '']) => events)
    const listed = rows.flatMap((events) => [...events.matchAll(/`([^`]+)`/g)].map(([, event = '']) => event))
    const logged = [...code.matchAll(/\blog\.(?:warn|error|info)\(\s*'([^']+)'/g)].map(([, event = '']) => event)
    expect(logged.filter((event) => !listed.includes(event))).toEqual([])
    expect(listed.filter((event) => !code.includes(`'${event}'`))).toEqual([])
  })
})

describe('a decision', () => {
  const decisions = globSync('docs/decisions/*.md').toSorted()
  const numbers = decisions.map((file) => file.slice('docs/decisions/'.length, 'docs/decisions/'.length + 4))

  const merged = [...read('docs/architecture.md').matchAll(/\b(\d{4})\s+in\s+(\d{4})\b/g)]

  it('has its own number, which is listed as merged if its page is gone', () => {
    const listed = [...numbers, ...merged.map(([, number]) => number)].toSorted()
    expect(listed).toEqual(listed.map((_, index) => String(index + 1).padStart(4, '0')))
    expect(merged.filter(([, , page = '']) => !numbers.includes(page))).toEqual([])
  })

  it.each(decisions)('begins with the four headings and is short: %s', (file) => {
    const headings = [...read(file).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings.slice(0, 4)).toEqual(['Context', 'Choice', 'Why not the other way', 'Consequences'])
    expect(read(file).split('\n').length).toBeLessThan(90)
  })

  it('exists for every number that the code cites, but for frozen migrations', () => {
    const files = globSync('{app,domain,messages/words,server,sandbox,scripts,tests}/**/*.{ts,tsx,mjs,sql}', {
      exclude: (path) => path.includes('migrations'),
    })
    const cited = files.flatMap((file) => [...read(file).matchAll(/\b[Dd]ecisions? (\d{4})(?: and (\d{4}))?/g)])
    const unknown = cited.flatMap(([, ...found]) => found.filter((number) => number && !numbers.includes(number)))
    expect(unknown).toEqual([])
  })
})

function loadedDefaults() {
  const config = loadConfig({})
  if (!config.ok) throw new Error(config.error)
  return config.value
}

/** Setting → its default, as docs/configuration.md shows them. */
function documentedDefaults(): Map<string, string> {
  const rows = [...read('docs/configuration.md').matchAll(/^\| `([A-Z0-9_]+)` \| ([^|]*) \|/gm)]
  return new Map(rows.map(([, name = '', value = '']) => [name, value]))
}

/** The anchors that GitHub derives from headings. */
function listAnchors(file: string): string[] {
  const headings = [...withoutCode(read(file)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function withoutCode(text: string): string {
  return text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
}

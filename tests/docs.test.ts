/** What the documents say of the code, checked against the code. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '#server/config'

const documents = ['README.md', ...globSync('docs/**/*.md').toSorted()]
const read = (file: string) => readFileSync(file, 'utf8')

/** The settings that `server/config.ts` knows, by name. */
const settings = [...read('server/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]*): /gm)].map(([, name = '']) => name)

/** The defaults that are values and no behaviour, as a person would write them. */
const defaults = Object.entries(loadedDefaults()).filter(([, value]) => ['string', 'number'].includes(typeof value))

describe('the settings', () => {
  it('are all in .env.example, and nothing else is', () => {
    const names = [...read('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name)
    expect(names.toSorted()).toEqual(settings.toSorted())
  })

  it('are all in the table of README.md, and nothing else is', () => {
    expect([...configurationTable().keys()].toSorted()).toEqual(settings.toSorted())
  })

  it.each(defaults)('have their default in both: %s', (name, value) => {
    const setting = name === 'mode' ? 'LANDFALL_MODE' : name
    expect(configurationTable().get(setting)).toBe(`\`${value}\``)
    expect(read('.env.example')).toContain(`# ${setting}=${value}\n`)
  })

  it('of .env.example change nothing as long as nobody takes a # away', () => {
    expect(parseEnv(read('.env.example'))).toEqual({})
  })
})

describe('a link', () => {
  const links = documents.flatMap((file) =>
    [...withoutCode(read(file)).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => ({ file, to })),
  )

  it.each(links.filter(({ to }) => !/^https?:/.test(to)))('in $file leads somewhere: $to', ({ file, to }) => {
    const [path = '', anchor] = to.split('#')
    const target = path === '' ? file : join(dirname(file), path)
    expect(existsSync(target), target).toBe(true)
    if (anchor) expect(anchorsOf(target)).toContain(anchor)
  })

  it('leads to every decision and every document, from some other one', () => {
    const targets = new Set(links.map(({ file, to }) => join(dirname(file), to.split('#')[0] ?? '')))
    expect(documents.filter((file) => file !== 'README.md' && !targets.has(file))).toEqual([])
  })
})

describe('the documents', () => {
  it.each(documents)('name files that exist: %s', (file) => {
    const named = [...read(file).matchAll(/`((?:app|domain|server|sandbox|tests|scripts|docs)\/[\w./*-]*)`/g)]
    const missing = named
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(path) && globSync(path).length === 0)
    expect(missing).toEqual([])
  })

  it.each(documents)('name npm commands that exist: %s', (file) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const commands = [...read(file).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
      ([, run, own]) => run ?? own!,
    )
    expect(commands.filter((command) => !(command in scripts))).toEqual([])
  })

  it('list the events of the log that an operator meets, and no others', () => {
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

  it('has a number of its own, without gaps', () => {
    expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')))
  })

  it.each(decisions)('says what it is about and why not otherwise, on one page: %s', (file) => {
    const headings = [...read(file).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(['Context', 'Choice', 'Why not the other way', 'Consequences'])
    expect(read(file).split('\n').length).toBeLessThan(80)
  })

  it('exists for every number that the code cites', () => {
    const files = globSync('{app,domain,server,sandbox,scripts,tests}/**/*.{ts,tsx,mjs,sql}')
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

/** Setting → its default, as README.md shows them. */
function configurationTable(): Map<string, string> {
  const section = read('README.md').split('## Configuration')[1]?.split('\n## ')[0] ?? ''
  const rows = [...section.matchAll(/^\| `([A-Z0-9_]+)` \| ([^|]*) \|/gm)]
  return new Map(rows.map(([, name = '', value = '']) => [name, value]))
}

/** As GitHub makes them of headings. */
function anchorsOf(file: string): string[] {
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

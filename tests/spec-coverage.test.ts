/**
 * Checks docs/spec-coverage.md: every row names files that exist, and a test that exists in its file under that name,
 * or gives a reason. Also tests small requirements of the specification that need no browser.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { demoCommunityFigures, demoFigures } from '#words/figures'
import { POLICY_SENTENCES } from '#words/bookings/policies'
import { generalRefundSentence } from '#words/bookings/refund-sentence'
import { buildCohortSample } from '../app/views/cohorts/cohort-sample.ts'
import { listFaqItems } from '../app/ui/home/faq-items.ts'
import { SECTIONS } from '../app/ui/layout/sections.ts'
import { findMessages } from './support/messages.ts'

const PAGE = 'docs/spec-coverage.md'

const read = (file: string) => readFileSync(file, 'utf8')
const page = read(PAGE)
const shortNames = new Map(
  [...page.matchAll(/\*\*(\w+)\*\*\s+`([^`]+)`/g)].map(([, name = '', file = '']) => [name, file]),
)

type Row = { requirement: string; files: string[]; proof: string; reason: string }

const rows: Row[] = [...page.matchAll(/^\| (.+?) \| (.+?) \| (.+?) \|(?: (.*?))? ?\|$/gm)]
  .map(([, requirement = '', where = '', proof = '', reason = '']) => ({
    requirement,
    files: [...where.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    proof,
    reason: reason.trim(),
  }))
  .filter((row) => row.requirement !== 'requirement')

/** The file and the name of the test that proves a row. */
function parseTest(row: Row): { file: string; name: string } | null {
  const [, file = '', name = ''] = /^`?([^`›]+?)`? › (.+)$/.exec(row.proof) ?? []
  return name ? { file: shortNames.get(file) ?? file, name } : null
}

/** The titles of the tests in a file, as written there. */
function testNames(file: string): string[] {
  const titles = [
    ...read(file).matchAll(/\(\s*(?:'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`|"((?:\\.|[^"\\\n])*)"),?\s/g),
  ]
  return titles.map(([, single, template, double]) => single ?? template ?? double ?? '')
}

/** A file's text, and the messages that it uses. */
const readWithMessages = (file: string) => [read(file), ...findMessages(read(file)).values()].join('\n')

describe('the table of the specification', () => {
  it('is parsed whole: every line of a table is a row', () => {
    const lines = page.split('\n').filter((line) => /^\| (?!requirement )/.test(line))
    expect(rows.length).toBe(lines.length)
    expect(rows.length).toBeGreaterThan(200)
  })

  it('names files that exist', () => {
    const missing = rows.flatMap((row) =>
      row.files.filter((file) => !existsSync(file)).map((file) => `${row.requirement}: ${file}`),
    )
    expect(missing).toEqual([])
  })

  it('names a file for every requirement that is met', () => {
    expect(rows.filter((row) => row.files.length === 0).map((row) => row.requirement)).toEqual([])
  })

  it('names tests that exist', () => {
    const missing = rows.flatMap((row) => {
      const test = parseTest(row)
      return !test || (existsSync(test.file) && testNames(test.file).includes(test.name))
        ? []
        : [`${row.requirement}: ${row.proof}`]
    })
    expect(missing).toEqual([])
  })

  it('gives a reason if it names no test', () => {
    const bare = rows.filter((row) => !parseTest(row) && !(row.proof === '–' && row.reason !== ''))
    expect(bare.map((row) => row.requirement)).toEqual([])
  })

  it('uses the words of the specification', () => {
    const strays = rows.flatMap((row) => {
      const texts = row.files.filter((file) => /\.(tsx?|sql)$/.test(file) && existsSync(file)).map(readWithMessages)
      const quoted = [...row.requirement.matchAll(/'([^']+)'/g)].map(([, words = '']) => words)
      return quoted
        .filter((words) => !texts.some((text) => text.includes(words)))
        .map((words) => `${row.requirement}: ${words}`)
    })
    expect(strays).toEqual([])
  })

  it('has every route of the specification, and each exists', () => {
    const routes = ['/', '/mentors', '/cohorts', '/contat', '/Faq', '/BeOurMentor', '/AdminLogin', '/admin-dashboard']
    const others = [
      '/mentor/{id}',
      '/cohort/{id}',
      '/mentor_profile',
      '/CohortDetailsPage',
      '/profile',
      '/success',
      '/cancel',
      '/problem',
    ]
    const table = read('app/routes.ts').toLowerCase()
    for (const route of [...routes, ...others]) {
      expect(
        rows.some((row) => row.requirement.startsWith(`\`${route}\``)),
        route,
      ).toBe(true)
      const path = route.slice(1).replace('{id}', ':id').toLowerCase()
      expect(route === '/' ? 'index(' : `route('${path}'`, route).toSatisfy((entry: string) => table.includes(entry))
    }
  })

  it('has every error code of the API', () => {
    const [codes = ''] = /const problems = \{[\s\S]*?\n\}/.exec(read('server/platform/http/problem.ts')) ?? []
    const missing = [...codes.matchAll(/^ {2}(\w+): \[(\d{3})/gm)].map(([, code, status]) => `${status} \`${code}\``)
    expect(missing.length).toBeGreaterThan(10)
    expect(missing.filter((code) => !rows.some((row) => row.requirement === code))).toEqual([])
  })

  it('defines short names only for test files, and uses each', () => {
    expect(
      [...shortNames.values()].filter(
        (file) => !globSync('**/*.{test,spec}.ts', { exclude: ['node_modules'] }).includes(file),
      ),
    ).toEqual([])
    expect([...shortNames.keys()].filter((name) => !rows.some((row) => row.proof.startsWith(`${name} ›`)))).toEqual([])
  })
})

describe('what the specification fixes', () => {
  it('the header names the sections in the words of the specification', () => {
    expect(SECTIONS.map((section) => section.label())).toEqual(['Home', 'Mentors', 'Cohorts', 'About', 'FAQ'])
  })

  it('the figures are those of the specification', () => {
    expect(demoFigures().map(({ value, of }) => `${value} ${of}`)).toEqual(['150+ mentees', '8 cohorts', '94% success'])
    expect(demoCommunityFigures().map(({ value }) => value)).toEqual(['50+', '20+', '200+'])
  })

  it('the FAQ has five questions', () => {
    expect(new Set(listFaqItems(['GBP']).map((item) => item.question)).size).toBe(5)
  })

  it('the FAQ answers how long sessions are and when money goes back', () => {
    const answers = listFaqItems(['GBP'])
      .map((item) => item.answer)
      .join('\n')
    expect(answers).toContain('45–60 minutes')
    expect(answers).toContain(generalRefundSentence())
    expect(generalRefundSentence().startsWith(POLICY_SENTENCES.flexible().slice(0, -1))).toBe(true)
    expect(POLICY_SENTENCES.flexible()).toBe(
      'Full refund if you cancel up to 24 hours before the session, or within 24 hours of booking while the session is still 12 hours away.',
    )
  })

  it('the sample cohort has the figures of the specification', () => {
    expect(buildCohortSample()).toMatchObject({
      taken: 12,
      view: { seats: 15, commitment: '2–3 hours per week', percent: 40 },
    })
  })
})

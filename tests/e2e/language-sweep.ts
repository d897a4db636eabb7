/** What goes through a product in the pseudo-language and notes what is plain English, and what has no room. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { findEnglish, readTexts, type Data } from '../support/plain-english.ts'
import { isIdle } from './fixtures.ts'
import { spills } from './public-pages.ts'

/** What a page has as its only form, or as the first of its forms with these fields. */
const FORM = 'main form[method=post]'
export const SUBMIT = 'button:not([type=button])'
const TYPED = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea'

/** The pages of the table of routes, those with fewer parameters first, as the router prefers them. */
export const PAGES = [
  ...readFileSync('app/routes.ts', 'utf8').matchAll(/(?:route\('([^'*]+)', |index\()'([^']+)\.tsx'/g),
]
  .map(([, path = '', file = '']) => ({
    path,
    file,
    pattern: new RegExp(`^/${path.replaceAll(/:\w+/g, '[^/.]+')}$`, 'i'),
  }))
  .toSorted((one, other) => one.path.split(':').length - other.path.split(':').length)

/** Which page an address leads to, with the names of its parameters. Null for what is no page, and for a call elsewhere. */
function describeAddress(address: string) {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const page = PAGES.find(({ pattern }) => pattern.test(pathname))
  const parameters = [...searchParams].map(([name, value]) => (name === 'do' ? `do=${value}` : name)).toSorted()
  return page && page.path !== 'bookings/:reference/join'
    ? { ...page, kind: [page.path, ...parameters].join(' ') }
    : null
}

/** What is wrong on the pages that it looks at, each thing with the first page. */
export class Sweep {
  readonly found = new Map<string, string>()
  readonly drawn = new Set<string>()
  private readonly sent = new Set<string>()

  private readonly data: Data
  private readonly reader: Page

  /** `reader`: a blank page, in which no policy forbids to read documents. */
  constructor(data: Data, reader: Page) {
    this.data = data
    this.reader = reader
  }

  async read(where: string, html: string, data = this.data): Promise<void> {
    for (const text of await this.reader.evaluate(readTexts, html)) this.readText(where, text, data)
  }

  readText(where: string, text: string, data = this.data): void {
    for (const run of findEnglish(text, data)) this.note(where, `“${run}” in “${text.trim().slice(0, 120)}”`)
  }

  private note(where: string, what: string): void {
    if (!this.found.has(what)) this.found.set(what, where)
  }

  /** In three windows. */
  async look(page: Page, where = page.url()): Promise<void> {
    const path = describeAddress(page.url())?.path
    if (path === undefined || path === 'ui') return // The sandbox's, and a gallery for developers.
    this.drawn.add(path)
    await page.evaluate(() => document.querySelectorAll('details').forEach((each) => (each.open = true)))
    await this.read(where, await page.content(), path === 'api/docs' ? await this.withApiNames(page) : this.data)
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 800 })
      for (const fault of await spills(page)) this.note(where, `${fault} at ${width} px`)
    }
  }

  private async withApiNames(page: Page): Promise<Data> {
    const document = await (await page.request.get('/api/v1/openapi.json')).text()
    const names = document.match(/(?<=")[\w.:-]+(?=")/g)!.flatMap((name) => name.match(/[A-Za-z]+/g) ?? [])
    return { ...this.data, short: new Set([...this.data.short, ...names]) }
  }

  /** Looks at these addresses and at pages of other kinds that they lead to, whose files are such. Gives all of them. */
  async crawl(page: Page, starts: string[], files = /^routes\/(?!public)/): Promise<string[]> {
    const addresses = [...starts]
    const kinds = new Set(starts.map((start) => describeAddress(start)?.kind))
    for (const address of addresses) {
      await page.goto(address)
      await isIdle(page)
      await this.look(page, address)
      const links = page.locator('a[href^="/"]:not([download])')
      for (const link of await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')!))) {
        const to = describeAddress(link)
        if (!to || kinds.has(to.kind) || !files.test(to.file) || /\b(after|before|open)=/.test(link)) continue
        kinds.add(to.kind)
        addresses.push(link.replace(/#.*/, ''))
      }
    }
    return addresses
  }

  /** Sends a form, without scripts. */
  async send(plain: Page, address: string, fields: Record<string, string> = {}, button = SUBMIT): Promise<void> {
    await plain.goto(address)
    await this.look(plain)
    const names = Object.keys(fields).map((name) => `:has([name="${name}"])`)
    const form = plain.locator(`${FORM}${names.join('')}:has(${button})`).first()
    for (const [name, value] of Object.entries(fields)) {
      const field = form.locator(`[name="${name}"]`).and(plain.locator(`:not([type=radio]), [value="${value}"]`))
      const isTyped = (await field.locator(':scope:is([type=radio], [type=checkbox])').count()) === 0
      await (isTyped ? field.fill(value) : field.check({ force: true }))
    }
    await this.submit(plain, form.locator(button).first(), `${address} after sending`)
  }

  /** Sends forms of these pages, one of each kind, without what is typed in them. */
  async sendEmpty(plain: Page, addresses: string[]): Promise<void> {
    for (const address of addresses) {
      await plain.goto(address)
      for (const [at, kind] of (await plain.locator(FORM).evaluateAll(describeForms, TYPED)).entries()) {
        if (kind === '' || this.sent.has(kind)) continue
        this.sent.add(kind)
        await plain.goto(address)
        const form = plain.locator(FORM).nth(at)
        for (const field of await form.locator(`:is(${TYPED}):visible`).all()) await field.fill('')
        await this.submit(plain, form.locator(SUBMIT).first(), `${address} after form ${at + 1} without values`)
      }
    }
  }

  private async submit(plain: Page, button: Locator, where: string): Promise<void> {
    const loaded = plain.waitForEvent('load')
    await button.evaluate((element: HTMLButtonElement) => {
      element.form!.noValidate = true
      element.form!.requestSubmit(element)
    })
    await loaded
    await this.look(plain, where)
  }
}

/** What forms of one kind have in common; empty for one without text. In the browser. */
function describeForms(forms: Element[], typed: string): string[] {
  return (forms as HTMLFormElement[]).map((form) => {
    const names = [...form.elements].map((field) => (field as HTMLInputElement).name)
    const kind = [new URL(form.action).pathname, ...names].join(' ')
    return form.querySelector(typed) ? kind.replaceAll(/[A-Z\d]{4}-[A-Z\d]{4}|[\da-f-]{36}|\d+/g, '') : ''
  })
}

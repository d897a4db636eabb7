/** The built product, used as people use it and with errors, never logs personal data or secrets. */
import { expect, inject, it } from 'vitest'
import { startProduct, type Product } from '../support/product/processes.ts'
import { createScratchDatabase, query } from '../support/database/scratch-database.ts'
import { findOffer, listMails, pay, requestFor, type Hold } from '../support/bookings/visitor.ts'

const person = {
  name: 'Quenby Zanzibarov',
  email: 'quenby.canary@example.com',
  phone: '+44 7700 900987',
  topic: 'kumquats before Thursday',
}
const FIRST = 'quartz heron bagpipe 512'
const SECOND = 'walnut tundra sextant 618'
const WRONG = 'not the password 77 heron'

/** A browser that keeps cookies, and records every secret that it gets. */
function openBrowser({ url }: Product) {
  const jar = new Map<string, string>()
  const secrets = new Set<string>()
  return {
    secrets,
    async send(path: string, fields?: Record<string, string>) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(url + path, {
        method: fields ? 'POST' : 'GET',
        headers: { ...(cookie && { cookie }), ...(fields && { origin: url }) },
        ...(fields && { body: new URLSearchParams(fields) }),
        redirect: 'manual',
      })
      for (const header of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
        if (/Max-Age=0/i.test(header)) jar.delete(name)
        else jar.set(name, value)
        if (value.length > 15) secrets.add(value).add(decodeURIComponent(value)).add(value.split('.')[0]!)
      }
      await answer.text()
      return answer
    },
  }
}

it('the log of a visit from sign-up to payment holds no name, address, phone, topic, password or token', async () => {
  const database = await createScratchDatabase(inject('seeded').template)
  const product = await startProduct({ env: { DATABASE_URL: database.url, LOG_LEVEL: 'debug' } })
  const browser = openBrowser(product)
  const tokens: string[] = []
  const nextLink = async () => {
    const read = async () => {
      const mails = await listMails(product.url, person.email)
      return mails
        .flatMap(({ text }) => /\?token=([\w-]+)/.exec(text)?.[1] ?? [])
        .find((token) => !tokens.includes(token))
    }
    await expect.poll(read, { timeout: 20_000 }).toBeDefined()
    const token = (await read())!
    tokens.push(token)
    return token
  }

  await browser.send('/sign-up', { name: person.name, email: person.email, password: 'heron' })
  await browser.send('/sign-up', { name: person.name, email: person.email, password: FIRST })
  const confirming = await nextLink()
  expect((await browser.send(`/verify-email?token=${confirming}`)).status).toBe(200)
  expect((await browser.send(`/verify-email?token=${confirming}`, { password: FIRST })).status).toBe(303)
  expect((await browser.send(`/verify-email?token=${confirming}`, { password: FIRST })).status).toBe(404)
  await browser.send('/sign-out', {})
  expect((await browser.send('/sign-in', { email: person.email, password: WRONG })).status).toBe(401)
  expect((await browser.send('/sign-in', { email: person.email, password: FIRST })).status).toBe(303)
  await browser.send('/forgot-password', { email: person.email })
  const setting = await nextLink()
  expect((await browser.send(`/set-password?token=${setting}`, { password: SECOND })).status).toBe(303)
  expect((await browser.send('/account')).status).toBe(200)

  const book = async (fields: object = {}) =>
    fetch(`${product.url}/create-checkout-session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...(JSON.parse(requestFor(await findOffer(product.url), person.email)) as object),
        ...person,
        ...fields,
      }),
    })
  const held = await book()
  expect(held.status).toBe(200)
  const success = await pay(product.url, (await held.json()) as Hold)
  expect((await fetch(success)).status).toBe(200)
  const subjects = async () => (await listMails(product.url, person.email)).map(({ subject }) => subject).join('\n')
  await expect.poll(subjects, { timeout: 20_000 }).toContain('Booked: ')

  // Faults, whose messages quote what they are about: a row that the database refuses, email that cannot be sent, bad JSON.
  await query(database.url, `alter table links add check (name is distinct from '${person.name}') not valid`)
  await query(database.url, `alter table bookings add check (mentee_name <> '${person.name}') not valid`)
  expect((await browser.send('/sign-out', {})).status).toBeLessThan(400)
  expect((await browser.send('/sign-up', { name: person.name, email: person.email, password: FIRST })).status).toBe(500)
  expect((await book({ date: 'never' })).status).toBe(400)
  expect((await book()).status).toBe(500)
  await browser.send(`/${encodeURIComponent(person.name)}?email=${encodeURIComponent(person.email)}&token=${setting}`)
  await fetch(`${product.url}/passkeys/sign-in`, { method: 'POST', body: `{"response": "${person.email}` })

  expect((await browser.send(`/${person.email}/${FIRST.replaceAll(' ', '-')}%ff`)).status).toBe(400)
  expect((await browser.send(`/mentors/${person.email}%E0%A4%A.data`)).status).toBe(400)

  const { output, code } = await product.stop()
  await database.drop()
  expect(code).toBe(0)
  expect(output).toContain('"msg":"page failed"')
  expect(output).toContain('"msg":"request failed"')
  const secrets = [...browser.secrets, ...tokens]
  expect(secrets.length).toBeGreaterThan(4)
  const canaries = [...Object.values(person), 'Zanzibarov', 'quenby', '900987', FIRST, SECOND, WRONG, ...secrets]
  const said = output.replace(/\/set-password\?token=\S+/, '') // The admin's link of a demo's start is for the console.
  expect(canaries.filter((canary) => said.toLowerCase().includes(canary.toLowerCase()))).toEqual([])
})

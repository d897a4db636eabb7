/** The first admin's link, printed by `npm run admin` or by a demo's start. */
import { resolve } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { runScript, startProduct, type Product } from '../support/product/processes.ts'
import { createScratchDatabase, query } from '../support/database/scratch-database.ts'
import { copySeededData } from '../support/product/seeded.ts'

const seeded = inject('seeded')
const PASSWORD = 'velvet anchor pigeon 93'

const invite = (env: Record<string, string>, ...args: string[]) => runScript('admin', args, env)

const onData = (data: string) => ({ DATABASE_URL: `file:${resolve(data, 'pglite')}` })
const linkIn = (output: string) => /https?:\/\/\S+(\/set-password\?token=[\w-]+)/.exec(output)?.[1] ?? 'no link'

/** Sets the password as the page's form does. Returns the response's status, its location and the session. */
async function follow({ url }: Product, path: string) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams({ password: PASSWORD }),
    redirect: 'manual',
  })
  const session = answer.headers.getSetCookie().find((cookie) => cookie.startsWith('session='))
  return { status: answer.status, to: answer.headers.get('location'), cookie: session?.split(';')[0] ?? '' }
}

async function expectOneAdmin(product: Product, path: string) {
  expect((await fetch(product.url + path)).status).toBe(200)
  const followed = await follow(product, path)
  expect(followed).toMatchObject({ status: 303, to: '/admin-dashboard' })
  const dashboard = await fetch(`${product.url}/admin-dashboard`, { headers: { cookie: followed.cookie } })
  expect(dashboard.status).toBe(200)
  expect((await follow(product, path)).status).toBe(404)
  expect((await fetch(product.url + path)).status).toBe(404)
}

describe('a link that makes one admin', () => {
  it('is printed by a demo’s first start, and by npm run admin, but not beside a product on the embedded database', async () => {
    const data = copySeededData(seeded.data)
    const product = await startProduct({ data })
    await expect.poll(() => product.output()).toContain('Become its admin')
    await expectOneAdmin(product, linkIn(product.output()))
    const beside = await invite(onData(data), 'you@example.com')
    expect(beside.code).toBe(1)
    expect(beside.output).toMatch(/is in use by process \d+: the embedded database takes one process at a time/)
    await product.stop()
    const invited = await invite({ ...onData(data), PORT: '4567' }, 'you@example.com')
    expect(invited).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4567\/set-password/),
    })
    expect(invited.output).toContain('as you@example.com: within 30 minutes, once')
    const again = await startProduct({ data })
    await expectOneAdmin(again, linkIn(invited.output))
    expect((await again.stop()).output).not.toContain('Become its admin')
  })

  it('is printed beside a product on PostgreSQL, under the public address', async () => {
    const database = await createScratchDatabase(seeded.template)
    const product = await startProduct({ env: { DATABASE_URL: database.url } })
    const settings = { DATABASE_URL: database.url, PUBLIC_URL: 'https://landfall.test' }
    const invited = await invite(settings, 'You@Example.com')
    expect(invited.output).toMatch(/^https:\/\/landfall\.test\/set-password\?token=/)
    await expectOneAdmin(product, linkIn(invited.output))
    expect(await query(database.url, "select role from accounts where email = 'you@example.com'")).toEqual([
      { role: 'admin' },
    ])
    await product.stop()
    await database.drop()
  })
})

describe('npm run admin', () => {
  it.each([
    [[], 'Write one address: npm run admin -- you@example.com'],
    [['you@example.com', 'me@example.com'], 'Write one address'],
  ])('says what to write instead of %j', async (args, said) => {
    const refused = await invite(onData('/nonexistent'), ...args)
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(said) })
    expect(refused.output.trim().split('\n')).toHaveLength(1)
  })

  it('says that there is no data yet, and creates none', async () => {
    const refused = await invite(onData('/nonexistent'), 'you@example.com')
    expect(refused).toMatchObject({
      code: 1,
      output: expect.stringContaining('There is no data in /nonexistent/pglite'),
    })
  })
})

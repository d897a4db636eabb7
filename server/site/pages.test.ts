import { describe, expect, it } from 'vitest'
import { listSavedSlugs } from '#server/accounts/saved/saved-queries'
import { flushViews } from '#server/mentors/views'
import { countViewsByWeek } from '#server/mentors/views-queries'
import { withOutageStatus } from '#server/site/error-response'
import type { Pages } from '#server/site/pages-in-languages'
import { createSite } from '#server/site/site'
import { signUp } from '../../tests/support/accounts/accounts.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'

const siteWith = (pages: Pages, app = test.app) => createSite(app, { pages, clientFolder: null })
const page: Pages = async () => new Response('A page')

describe('a page of a reader who has just signed in', () => {
  const cookiesWithSaved = async () => {
    const { cookies, session } = await signUp(test)
    await addMentor(test, { slug: 'grace' })
    return { cookie: `${cookies}; saved=grace`, accountId: session.accountId }
  }

  it('moves what the browser saved into the account', async () => {
    const { cookie, accountId } = await cookiesWithSaved()
    const { headers } = await siteWith(page).request('/about', { headers: { cookie } })
    expect(headers.getSetCookie()).toContainEqual(expect.stringMatching(/^saved=; .*Max-Age=0/))
    expect(await listSavedSlugs(test.db, accountId)).toEqual(['grace'])
  })

  it('leaves it in the browser while the database cannot be written', async () => {
    const { cookie } = await cookiesWithSaved()
    const refusal = Object.assign(new Error('read-only'), { code: '25006' })
    const db = Object.assign(Object.create(test.app.db) as typeof test.app.db, {
      selectFrom: test.app.db.selectFrom.bind(test.app.db),
      transaction: () => ({ execute: () => Promise.reject(refusal) }),
    })
    const response = await siteWith(page, { ...test.app, db }).request('/about', { headers: { cookie } })
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie().filter((each) => each.startsWith('saved='))).toEqual([])
  })
})

it('a mentor’s page counts as viewed once it is shown', async () => {
  const { id } = await addMentor(test, { slug: 'ada' })
  const headers = { 'user-agent': CHROME }
  await siteWith(page).request('/mentors/ada', { headers })
  await siteWith(async () => new Response('', { status: 404 })).request('/mentors/ada', { headers })
  await flushViews(test.app)
  expect(await countViewsByWeek(test.db, id, '2030-01-07')).toEqual(new Map([['2030-01-07', 1]]))
})

describe('withOutageStatus', () => {
  const away = Object.assign(new Error('terminating connection'), { code: '57P01' })

  it('leaves a page alone that was rendered in spite of an outage, and one that failed for another reason', async () => {
    expect(withOutageStatus(new Response('A page'), away).status).toBe(200)
    expect(withOutageStatus(new Response('', { status: 500 }), new Error('broken')).status).toBe(500)
    expect(withOutageStatus(new Response('', { status: 500 }), away).status).toBe(503)
  })
})

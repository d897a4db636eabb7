import { describe, expect, it } from 'vitest'
import { clientFrom } from '../../../tests/support/accounts/accounts.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { readDraft, discardDraft, saveDraft } from './drafts.ts'
import { toFormData } from '../../../tests/support/http/form-data.ts'

useProduct()

const OWN = clientFrom()
const OTHER = { ...OWN, browser: 'c'.repeat(32) }

const typed = (client = OWN, path = '/account') => readDraft(test.app, client.browser, path)

describe('what was typed while a session ended', () => {
  it('is restored in the same browser, on the same page', async () => {
    await saveDraft(test.app, OWN, '/account', toFormData({ name: 'Priya “P” Sharma', destination: 'GB' }))
    expect(await typed()).toEqual({ name: 'Priya “P” Sharma', destination: 'GB' })
    expect(await typed(OTHER)).toBeNull()
    expect(await typed(OWN, '/profile')).toBeNull()
    expect(JSON.stringify(await test.db.selectFrom('drafts').selectAll().execute())).not.toContain(OWN.browser)
  })

  it('is any text, replaced by what is typed later, and deleted once it is saved', async () => {
    await saveDraft(test.app, OWN, '/account', toFormData({ name: 'First', destination: 'GB' }))
    const odd = { name: "'; drop table drafts; --", nul: 'a\0b', ['__proto__']: 'x' }
    await saveDraft(test.app, OWN, '/account', toFormData(odd))
    await saveDraft(test.app, OTHER, '/account', toFormData({ name: 'Other' }))
    expect((await typed())!['name']).toBe("'; drop table drafts; --")
    for (const gone of ['nul', 'destination']) expect(Object.keys((await typed())!)).not.toContain(gone)
    await discardDraft(test.app, OWN.browser, '/account')
    expect(await typed()).toBeNull()
    expect(await typed(OTHER)).toEqual({ name: 'Other' })
  })

  it('is kept without files and without anything secret', async () => {
    const secret = { password: 'a', newPassword: 'b', current: 'c', next: 'd', code: '123456', token: 'e' }
    const sent = toFormData({ ...secret, picture: new File(['x'], 'x.png'), name: 'Priya' })
    await saveDraft(test.app, OWN, '/account', sent)
    expect(await typed()).toEqual({ name: 'Priya' })
    await saveDraft(test.app, OTHER, '/account', toFormData(secret))
    expect(await typed(OTHER)).toBeNull()
  })

  it('is cut to the length of our forms', async () => {
    const long = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`field${index}`, '😀'.repeat(6_000)]))
    await saveDraft(test.app, OWN, '/account', toFormData(long))
    const kept = (await typed())!
    expect(kept['field0']).toBe('😀'.repeat(5_000))
    expect(Object.values(kept).join('').length).toBe(40_000)
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`field${index}`, 'x']))
    await saveDraft(test.app, OWN, '/account', toFormData(many))
    expect(Object.keys((await typed())!)).toHaveLength(160)
  })

  it('is kept for a day', async () => {
    await saveDraft(test.app, OWN, '/account', toFormData({ name: 'Priya' }))
    test.clock.forward(24 * 60 - 1)
    expect(await typed()).not.toBeNull()
    test.clock.forward(1)
    expect(await typed()).toBeNull()
  })

  it('is stored a limited number of times for clients without a cookie', async () => {
    for (let sent = 0; sent < 40; sent++) {
      const client = { ...clientFrom('203.0.113.7'), browser: `browser-${sent}` }
      await saveDraft(test.app, client, '/account', toFormData({ name: 'Priya' }))
    }
    expect(await test.db.selectFrom('drafts').selectAll().execute()).toHaveLength(30)
  })
})

import { describe, expect, it } from 'vitest'
import { saveFormDraft } from '#server/accounts/drafts/form-drafts'
import { findFormDraft, setFormDraftPicture } from '#server/accounts/drafts/form-drafts-queries'
import { signUp } from '../../../tests/support/accounts/accounts.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()

const PICTURE = 'P'.repeat(22)

describe.each(['application', 'proposal'] as const)('a draft of the form “%s”', (form) => {
  /** A new account, with what saves its draft and what reads it. */
  async function addAuthor() {
    const { accountId } = (await signUp(test)).session
    return {
      accountId,
      save: (typed: Record<string, string>, version: number | null) =>
        saveFormDraft(test.app, form, { accountId, typed, version }),
      find: () => findFormDraft(test.db, form, accountId),
    }
  }

  it('is saved as typed, and its next version replaces it', async () => {
    const { save, find } = await addAuthor()
    const first = await save({ name: 'E', price: '1e3' }, 7) // Of a draft that was submitted elsewhere since.
    expect(first).toEqual({ ok: true, value: { version: 1, savedAt: test.clock.time } })
    expect(await save({ name: 'Elif' }, 1)).toMatchObject({ ok: true, value: { version: 2 } })
    expect(await find()).toEqual({ fields: { name: 'Elif' }, picture: null, version: 2, savedAt: test.clock.time })
  })

  it('that holds a picture alone is no other version for the form, which was opened before', async () => {
    const { accountId, save, find } = await addAuthor()
    await setFormDraftPicture(test.db, form, { accountId, picture: PICTURE, now: test.clock.time })
    expect(await save({ name: 'Elif' }, null)).toMatchObject({ ok: true })
    expect(await find()).toMatchObject({ fields: { name: 'Elif' }, picture: PICTURE })
    expect(await save({ name: 'old' }, null)).toMatchObject({ ok: false })
  })

  it('of an older tab does not overwrite a newer one, which it is given', async () => {
    const { save } = await addAuthor()
    await save({ name: 'Elif' }, null)
    await save({ name: 'Elif Demir' }, 1)
    for (const version of [1, null])
      expect(await save({ name: 'old' }, version)).toEqual({
        ok: false,
        error: { code: 'changed', version: 2, fields: { name: 'Elif Demir' } },
      })
  })

  it('is cut to what the form can hold', async () => {
    const { save, find } = await addAuthor()
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`field${n}`, 'x']))
    const odd = { ['__proto__']: 'x', 'a b': 'x', nul: 'a\0b', half: '\ud800', about: '😀'.repeat(9_000) }
    await save({ ...odd, ...many }, null)
    const { fields } = (await find())!
    expect(Object.keys(fields)).toHaveLength(160)
    expect(Object.keys(fields)).not.toContain('nul')
    expect([...fields['about']!]).toHaveLength(6_000)
  })
})

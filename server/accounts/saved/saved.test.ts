import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { MAX_SAVED_IN_ACCOUNT, MAX_SAVED_IN_BROWSER } from '#domain/mentors/saved'
import { err, ok } from '#domain/result'
import { deleteAccount } from '#server/privacy/leaving/leaving-queries'
import { changeSaved, mergeSaved, saveInAccount } from '#server/accounts/saved/saved'
import { listSaved, listSavedSlugs } from '#server/accounts/saved/saved-queries'
import { changeSlug } from '#server/mentors/record/slugs-queries'
import { signUp } from '../../../tests/support/accounts/accounts.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct({ accounts: true })

const member = async () => (await signUp(test)).session.accountId
/** Creates `count` mentors and returns their slugs. */
async function mentors(count: number) {
  const all = []
  for (let n = 0; n < count; n += 1) all.push(await addMentor(test, { name: `Mentor ${String.fromCodePoint(97 + n)}` }))
  return all
}
const keep = (slug: string) => ({ slug, keep: true })
const takeOut = (slug: string) => ({ slug, keep: false })
const setStatus = (id: string, status: 'paused' | 'suspended' | 'accepted') =>
  test.db.updateTable('mentors').set({ status }).where('id', '=', id).execute()
const listSlugs = async (accountId: string) => (await listSaved(test.db, accountId)).map(({ slug }) => slug)

/** Saves `count` copies of a mentor. */
async function fillUp(accountId: string, mentorId: string, count: number): Promise<void> {
  await sql`insert into mentors select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'slug', 'copy-' || n))).*
    from mentors m, generate_series(1, ${count}) n where m.id = ${mentorId}`.execute(test.db)
  await sql`insert into saved_mentors (account_id, mentor_id, saved_at)
    select ${accountId}, id, ${test.clock.time} from mentors where slug like 'copy-%'`.execute(test.db)
}

describe('saveInAccount', () => {
  it('keeps mentors newest first, each once, and takes them out again', async () => {
    const account = await member()
    const [first, second] = (await mentors(2)) as { slug: string }[]
    for (const { slug } of [first!, second!, first!]) {
      test.clock.forward(1)
      expect(await saveInAccount(test.app, account, keep(slug))).toEqual(ok(null))
    }
    expect(await listSlugs(account)).toEqual([second!.slug, first!.slug])
    expect(await saveInAccount(test.app, account, takeOut(second!.slug))).toEqual(ok(null))
    expect(await saveInAccount(test.app, account, takeOut('no-such-mentor'))).toEqual(ok(null))
    expect(await listSlugs(account)).toEqual([first!.slug])
    expect(await saveInAccount(test.app, account, keep('no-such-mentor'))).toEqual(err('unknown'))
  })

  it('keeps no more than there is room for, however many ask at once', async () => {
    const account = await member()
    const [one, two, third] = (await mentors(3)) as { id: string; slug: string }[]
    await fillUp(account, one!.id, MAX_SAVED_IN_ACCOUNT - 1)
    const requested = await Promise.all([one!, two!].map(({ slug }) => saveInAccount(test.app, account, keep(slug))))
    expect(requested.filter((each) => each.ok)).toHaveLength(1)
    expect(await saveInAccount(test.app, account, keep(third!.slug))).toEqual(err('full'))
    await mergeSaved(test.app, account, [third!.slug])
    expect(await listSlugs(account)).toHaveLength(MAX_SAVED_IN_ACCOUNT)
  })

  it('shows who takes a break as away, leaves out who is suspended, and brings both back', async () => {
    const account = await member()
    const [away, gone] = (await mentors(2)) as { id: string; slug: string }[]
    for (const { slug } of [away!, gone!]) await saveInAccount(test.app, account, keep(slug))
    await setStatus(away!.id, 'paused')
    await setStatus(gone!.id, 'suspended')
    expect((await listSaved(test.db, account)).map(({ slug, paused }) => ({ slug, paused }))).toEqual([
      { slug: away!.slug, paused: true },
    ])
    expect(await listSavedSlugs(test.db, account)).toEqual([away!.slug])
    await setStatus(gone!.id, 'accepted')
    expect(await listSlugs(account)).toHaveLength(2)
  })

  it('is gone with the account', async () => {
    const account = await member()
    const [mentor] = await mentors(1)
    await saveInAccount(test.app, account, keep(mentor!.slug))
    await deleteAccount(test.db, { id: account, email: 'ada@example.com' })
    expect(await test.db.selectFrom('savedMentors').selectAll().execute()).toEqual([])
  })
})

it('mergeSaved adds what a browser kept to what the account has, in its order, and nothing twice', async () => {
  const account = await member()
  const [a, b, c] = (await mentors(3)).map(({ slug }) => slug) as [string, string, string]
  await saveInAccount(test.app, account, keep(b))
  test.clock.forward(1)
  await Promise.all([1, 2].map(() => mergeSaved(test.app, account, [c, 'no-such-mentor', b, a])))
  expect(await listSlugs(account)).toEqual([c, a, b])
})

describe('changeSaved', () => {
  it('follows mentors who changed their name, and makes room for others when one leaves', async () => {
    const [a, b, gone] = (await mentors(3)) as { id: string; slug: string }[]
    const before = a!.slug
    await changeSlug(test.db, a!, 'another-name', { keep: true })
    await setStatus(gone!.id, 'suspended')
    expect(await changeSaved(test.app, [before, gone!.slug], keep(b!.slug))).toEqual(ok([b!.slug, 'another-name']))
    expect(await changeSaved(test.app, [before, b!.slug], takeOut(before))).toEqual(ok([b!.slug]))
    expect(await changeSaved(test.app, [b!.slug], keep(b!.slug))).toEqual(ok([b!.slug]))
    expect(await changeSaved(test.app, [], keep(gone!.slug))).toEqual(err('unknown'))
  })

  it('keeps no more in a browser than its cookie has room for', async () => {
    const all = (await mentors(MAX_SAVED_IN_BROWSER + 1)).map(({ slug }) => slug)
    expect(await changeSaved(test.app, all.slice(1), keep(all[0]!))).toEqual(err('full'))
    expect(await changeSaved(test.app, all.slice(2), keep(all[0]!))).toEqual(ok([all[0]!, ...all.slice(2)]))
  })
})

/** What admins set: for every process, without a restart, and never one over the other. */
import { describe, expect, it } from 'vitest'
import type { SettingFields, SettingName } from '#domain/site-settings'
import { settleCheckout } from '#server/bookings/settlement/settle'
import { readTotals } from '#server/payments/ledger-queries'
import { catchUp } from '#server/search/sync'
import { applySettings, changeSetting } from '#server/site-settings/site-settings'
import { mailsTo, askForAccount, ADA, signUpAdmin } from '../../tests/support/accounts/accounts.ts'
import { bookTuesday } from '../../tests/support/bookings/requests.ts'
import { payCheckout } from '../../tests/support/payments/checkout.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'
import { handleSettingsForm } from '../../app/views/admin/settings.ts'

useProduct()

const june = () => signUpAdmin(test, { name: 'June Park', email: 'june@example.com' })
type By = Awaited<ReturnType<typeof june>>
const set = (actor: By, name: SettingName, version: number, value: SettingFields | null) =>
  changeSetting(test.app, actor, { name, version, value })

describe('changeSetting', () => {
  it('is followed by this process at once and by others when they catch up, and goes back to the environment', async () => {
    const by = await june()
    const other = { ...test.app }
    expect(await set(by, 'site_name', 0, { name: ' Seamark ' })).toEqual({ ok: true, value: null })
    expect(await set(by, 'advice.FR', 0, { sentence: 'Ask an adviser.' })).toMatchObject({ ok: true })
    expect(test.app.config.SITE_NAME).toBe('Seamark')
    await askForAccount(test)
    expect((await mailsTo(test, ADA))[0]!.subject).toContain('Seamark')
    expect(other.config.SITE_NAME).toBe('Landfall')
    await catchUp(other)
    expect(other.config.SITE_NAME).toBe('Seamark')
    expect(other.texts.advice.countries['FR']).toMatchObject({ sentence: 'Ask an adviser.' })
    expect(await set(by, 'site_name', 1, null)).toMatchObject({ ok: true })
    expect(test.app.config.SITE_NAME).toBe('Landfall')
    expect(test.app.texts.advice.countries['FR']).toMatchObject({ sentence: 'Ask an adviser.' })
  })

  it('writes who changed what from what to what', async () => {
    const by = await june()
    await set(by, 'fee', 0, { percent: '10' })
    await set(by, 'fee', 1, { percent: '12.5' })
    const events = await test.db
      .selectFrom('auditLog')
      .selectAll()
      .where('subject', '=', 'settings')
      .orderBy('id')
      .execute()
    expect(events).toMatchObject([
      {
        action: 'settings.changed',
        subjectId: 'fee',
        actorId: by.session.accountId,
        before: {},
        after: { percent: '10' },
      },
      { before: { percent: '10' }, after: { percent: '12.5' } },
    ])
  })

  it('is done once of two admins at the same moment, and never over a change that was not seen', async () => {
    const one = await june()
    const two = await signUpAdmin(test, { name: 'Omar Aziz', email: 'omar@example.com' })
    const both = await Promise.all([
      set(one, 'review_days', 0, { days: '3' }),
      set(two, 'review_days', 0, { days: '9' }),
    ])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(both.filter(({ ok }) => !ok)).toEqual([{ ok: false, error: { code: 'changed' } }])
    expect(await set(one, 'review_days', 1, null)).toMatchObject({ ok: true })
    // Set back and set again is another change, though it looks as before.
    expect(await set(two, 'review_days', 0, { days: '4' })).toMatchObject({ error: { code: 'changed' } })
    expect(await set(two, 'review_days', 1, { days: '4' })).toMatchObject({ error: { code: 'changed' } })
    expect(test.app.config.REVIEW_DAYS).toBe(5)
  })

  it('asks before the seller of sessions changes, and says what that means', async () => {
    const by = await june()
    const seller = { seller: 'operator', name: 'Landfall Ltd', address: '1 Quay', taxNumber: 'GB1', vatPercent: '20' }
    const form = { setting: 'seller', intent: 'save', version: '0', ...seller }
    expect(await handleSettingsForm(test.app, by, form)).toMatchObject({
      status: 200,
      result: {
        question: expect.stringContaining('Landfall Ltd will sell sessions, at prices that include 20 % VAT') as string,
      },
    })
    expect(test.app.config.SELLER).toBe('mentor')
    expect(await handleSettingsForm(test.app, by, { ...form, confirmed: 'yes' })).toEqual({ done: true })
    expect(test.app.config).toMatchObject({ SELLER: 'operator', SELLER_NAME: 'Landfall Ltd', VAT_PERCENT: 20 })
  })

  it('writes nothing that cannot be read', async () => {
    expect(await set(await june(), 'fee', 0, { percent: 'much' })).toMatchObject({ error: { code: 'invalid' } })
    expect(await test.db.selectFrom('siteSettings').selectAll().execute()).toEqual([])
  })

  it('leaves the fee of bookings that are there as it was', async () => {
    const by = await june()
    await set(by, 'fee', 0, { percent: '10' })
    const checkout = await bookTuesday(test)
    const held = await test.db
      .selectFrom('bookings')
      .select('id')
      .where('checkoutId', '=', checkout)
      .executeTakeFirstOrThrow()
    await set(by, 'fee', 1, { percent: '50' })
    await payCheckout(test, checkout)
    await settleCheckout(test.app, checkout)
    expect((await readTotals(test.db, { bookingId: held.id, currency: 'GBP' })).fees).toBe(450)
  })
})

describe('applySettings', () => {
  it('keeps to the environment where another version stored what this one cannot read', async () => {
    const row = { version: 1, changedAt: test.clock.time, changedBy: null }
    await test.db
      .insertInto('siteSettings')
      .values([
        { name: 'fee', value: JSON.stringify({ percent: 'half' }), ...row },
        { name: 'of_a_later_version', value: JSON.stringify({ x: 'y' }), ...row },
      ])
      .execute()
    await applySettings(test.app)
    expect(test.app.config).toEqual(test.app.environment.config)
  })
})

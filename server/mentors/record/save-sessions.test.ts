import { describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { findMentor } from '#server/mentors/queries'
import { findWaiting } from '#server/mentors/review/submissions-queries'
import { addAcceptedMentor, decideWaiting } from '../../../tests/support/mentors/applicants.ts'
import { mentorContent } from '../../../tests/support/mentors/content.ts'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import { findRecord } from './content-queries.ts'
import { saveSessions } from './save-sessions.ts'

useProduct()

const findSessions = async (id: string) => (await findRecord(test.db, { id }))!.content.sessions
const [usual] = mentorContent().sessions

describe('the sessions that a mentor saves', () => {
  it('are public at once, but for a price that changed and a new session with a price of its own', async () => {
    const mentor = await addAcceptedMentor(test)
    const [first] = await findSessions(mentor.mentorId)
    const saved = await saveSessions(test.app, mentor.by, [
      { ...first!, title: 'Your first week', price: toMinorUnits(7000) },
      { ...usual!, id: '', title: 'At my price', minutes: 30 },
      { ...usual!, id: '', title: 'At its own price', price: toMinorUnits(2000) },
    ])
    expect(saved).toEqual({ ok: true, value: { live: ['sessions'], waiting: ['sessions'] } })
    const page = await findMentor(test.db, 'elif-demir')
    expect(page!.sessionTypes.map(({ title, pricePence }) => [title, pricePence])).toEqual([
      ['Your first week', null],
      ['At my price', null],
    ])
    await decideWaiting(test, mentor.admin, mentor.mentorId, {})
    expect((await findSessions(mentor.mentorId)).map(({ title, price }) => [title, price])).toEqual([
      ['Your first week', 7000],
      ['At my price', null],
      ['At its own price', 2000],
    ])
  })

  it('wait to be edited under the same ids, and are never another mentor’s, whatever id a form names', async () => {
    const other = await addMentor(test)
    const mentor = await addAcceptedMentor(test)
    const save = async (price: number, id = '', title = 'Waits') => {
      const [first] = await findSessions(mentor.mentorId)
      await saveSessions(test.app, mentor.by, [first!, { ...usual!, id, title, price: toMinorUnits(price) }])
      return (await findWaiting(test.db, mentor.mentorId))!.content.sessions[1]!
    }
    const waiting = await save(2000)
    expect(await save(2000, waiting.id, 'Still waits')).toEqual({ ...waiting, title: 'Still waits' })
    expect(await save(2000, other.sessionTypeIds[0])).not.toMatchObject({ id: other.sessionTypeIds[0] })
    expect(await findSessions(other.id)).toMatchObject([{ title: 'First ninety days' }])
  })

  it('of a volunteer are free', async () => {
    const mentor = await addAcceptedMentor(test, { rightToEarn: 'no' })
    const [first] = await findSessions(mentor.mentorId)
    const saved = await saveSessions(test.app, mentor.by, [{ ...first!, price: toMinorUnits(7000) }])
    expect(saved).toEqual({ ok: true, value: { live: [], waiting: [] } })
    const page = await findMentor(test.db, 'elif-demir')
    expect(page).toMatchObject({ pricePence: 0, sessionTypes: [{ pricePence: null }] })
  })
})

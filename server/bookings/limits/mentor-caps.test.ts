import { describe, expect, it } from 'vitest'
import { DAILY_STARTS } from '#domain/bookings/daily-starts'
import { minutesAfter } from '#domain/time/wall-time'
import { holdSlot } from '#server/bookings/holds/hold'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'
import {
  expectProblem,
  holdRequest,
  makeBookingForm,
  postBooking,
  TUESDAY,
} from '../../../tests/support/bookings/requests.ts'

useProduct()

it('a mentor who wants one session a day gets one, when buyers claim different times of that day at the same moment', async () => {
  const days: number[] = []
  for (let n = 0; n < 6; n += 1) {
    const mentor = await addMentor(test)
    await test.db.updateTable('mentors').set({ dayCap: 1 }).where('id', '=', mentor.id).execute()
    // From networks of their own: nothing but the mentor keeps them apart.
    const held = await Promise.all(
      DAILY_STARTS.map((_, buyer) => {
        const network = { network: `2001:db8:${n}:${buyer}::/64`, farNetwork: `2001:db8:${n}${buyer}::/48` }
        const startsAt = minutesAfter(new Date(TUESDAY), buyer * 60)
        const request = holdRequest(mentor.sessionTypeIds[0]!, { startsAt, email: `buyer${buyer}@example.com` })
        return holdSlot(test.app, request, { browser: null, ...network })
      }),
    )
    days.push(held.filter(({ ok }) => ok).length)
  }
  expect(days).toEqual([1, 1, 1, 1, 1, 1])
})

describe('a mentor who gives free sessions', () => {
  /** Twelve starts a day, from Tuesday 8 January 2030 on. */
  const starts = Array.from({ length: 12 }, (_, hour) => `${String(hour + 8).padStart(2, '0')}:00`)
  const volunteer = () =>
    addMentor(test, { timeZone: 'Etc/UTC', starts, sessions: [{ price: 0 }, { title: 'Longer', price: 4500 }] })
  const ask = (mentor: Awaited<ReturnType<typeof addMentor>>, n: number, { date = '2030-01-08', session = 0 } = {}) => {
    const time = starts[n % starts.length]!
    const sessionTypeId = mentor.sessionTypeIds[session]
    return postBooking(test, { ...makeBookingForm(mentor), sessionTypeId, date, time, email: `buyer${n}@example.com` })
  }

  it('gives ten a week, even if twelve people ask at the same moment, and paid ones beside them', async () => {
    const mentor = await volunteer()
    const answers = await Promise.all(starts.map((_, n) => ask(mentor, n)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(10).fill(200), 409, 409])
    const { alternatives } = await expectProblem(await ask(mentor, 3, { date: '2030-01-13' }), 409, 'slot_taken')
    expect(new Set(alternatives!.map(({ startsAt }) => startsAt.slice(0, 10)))).toEqual(new Set(['2030-01-14']))
    const free = async (session: number) => {
      const query = `session=${mentor.sessionTypeIds[session]}&from=2030-01-13T00:00:00Z&to=2030-01-15T00:00:00Z`
      const answer = await test.site.request(`/api/mentors/${mentor.slug}/slots?${query}`)
      const { slots } = (await answer.json()) as { slots: { startsAt: string; taken: boolean }[] }
      return new Set(slots.filter(({ taken }) => !taken).map(({ startsAt }) => startsAt.slice(0, 10)))
    }
    expect(await free(0)).toEqual(new Set(['2030-01-14']))
    expect(await free(1)).toEqual(new Set(['2030-01-13', '2030-01-14']))
    expect((await ask(mentor, 0, { date: '2030-01-14' })).status).toBe(200)
    expect((await ask(mentor, 0, { date: '2030-01-13', session: 1 })).status).toBe(200)
  })

  it('allows the number that the mentor chose', async () => {
    const mentor = await volunteer()
    await test.db.updateTable('mentors').set({ freeWeekCap: 1 }).execute()
    expect((await ask(mentor, 0)).status).toBe(200)
    expect((await ask(mentor, 1)).status).toBe(409)
    await test.db.updateTable('mentors').set({ freeWeekCap: null }).execute()
    for (let n = 1; n < 12; n += 1) expect((await ask(mentor, n)).status).toBe(200)
  })
})

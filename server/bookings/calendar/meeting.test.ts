import { beforeEach, describe, expect, it } from 'vitest'
import { randomUUID } from 'node:crypto'
import { findMeeting } from '#server/bookings/calendar/meeting'
import { addMentor } from '../../../tests/support/product/app.ts'
import { test, useProduct } from '../../../tests/support/product/lifecycle.ts'

useProduct()
let mentorId: string
beforeEach(async () => {
  mentorId = (await addMentor(test)).id
})

describe('a session takes place', () => {
  it('at the mentor’s own address, once they have given one', async () => {
    const url = 'https://meet.example.com/ada'
    await test.db.updateTable('mentors').set({ meetingUrl: url }).where('id', '=', mentorId).execute()
    expect(await findMeeting(test.app, { id: randomUUID(), mentorId })).toBe(url)
  })

  it('otherwise in a room of its own, which is always the same one', async () => {
    const booking = { id: randomUUID(), mentorId }
    const room = await findMeeting(test.app, booking)
    expect(room).toMatch(/^https:\/\/meet\.jit\.si\/[0-9a-f]{32}$/)
    expect(await findMeeting(test.app, booking)).toBe(room)
    expect(await findMeeting(test.app, { id: randomUUID(), mentorId })).not.toBe(room)
  })

  it('on the server that the operator has set', async () => {
    test.app.config = { ...test.app.config, MEETING_HOST: 'meet.landfall.test:8443' }
    expect(await findMeeting(test.app, { id: randomUUID(), mentorId })).toMatch(
      /^https:\/\/meet\.landfall\.test:8443\//,
    )
  })
})

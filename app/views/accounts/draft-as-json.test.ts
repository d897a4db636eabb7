import { describe, expect, it, vi } from 'vitest'
import type { Session } from '#domain/accounts/account'
import { ok } from '#domain/result'
import { handleDraft } from './draft-as-json.ts'

const session = { accountId: 'ada' } as Session
const SAVED = { version: 4, savedAt: new Date('2030-01-07T09:00:00Z') }

async function send(body: unknown, by: Session | null = session) {
  const save = vi.fn(async () => ok(SAVED))
  const request = new Request('http://landfall.test/draft', { method: 'POST', body: JSON.stringify(body) })
  const response = await handleDraft(request, by, save)
  return { status: response.status, saved: save.mock.calls }
}

describe('handleDraft', () => {
  it('saves the texts of a form, with the version that they were typed over', async () => {
    const typed = { bio: 'I teach', minutes: 60, sessions: ['cv'] }
    const { status, saved } = await send({ account: 'ada', version: 3, typed })
    expect([status, saved]).toEqual([200, [[session, { bio: 'I teach' }, 3]]])
    expect(await send({ account: 'ada', version: null, typed })).toMatchObject({ status: 200 })
  })

  it.each([-1, 1.5, '3', 2 ** 31, undefined])('refuses %s, which is no version', async (version) => {
    expect(await send({ account: 'ada', version, typed: {} })).toEqual({ status: 400, saved: [] })
  })

  it.each([null, 'text', { account: 'ada', version: 3 }, { account: 'ada', version: 3, typed: ['bio'] }])(
    'refuses %j, which is no form',
    async (body) => {
      expect(await send(body)).toEqual({ status: 400, saved: [] })
    },
  )

  it('saves nothing for a visitor, or to another account than the one that it was typed for', async () => {
    const body = { account: 'ada', version: 3, typed: {} }
    expect(await send(body, null)).toEqual({ status: 401, saved: [] })
    expect(await send({ ...body, account: 'grace' })).toEqual({ status: 401, saved: [] })
  })
})

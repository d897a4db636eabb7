import { expect, it } from 'vitest'
import { saveMeetingLink } from '#server/mentors/meeting-link'
import { clientFrom, signUp } from '../../tests/support/accounts/accounts.ts'
import { addMentor } from '../../tests/support/product/app.ts'
import { test, useProduct } from '../../tests/support/product/lifecycle.ts'

useProduct()

async function openLink() {
  const { session } = await signUp(test)
  const { id } = await addMentor(test)
  const save = (typed: string) =>
    saveMeetingLink(test.app, { mentorId: id, typed }, { session, client: clientFrom('203.0.113.7') })
  const read = async () =>
    (await test.db.selectFrom('mentors').select('meetingUrl').where('id', '=', id).executeTakeFirstOrThrow()).meetingUrl
  return { id, save, read }
}

const events = () =>
  test.db.selectFrom('auditLog').selectAll().where('action', '=', 'mentor.meeting_link_changed').orderBy('id').execute()

it('saves, changes and removes a mentor’s meeting link, and records each change once', async () => {
  const { id, save, read } = await openLink()
  expect(await save('https://meet.example.com/ada room')).toEqual({ ok: true, value: null })
  expect(await read()).toBe('https://meet.example.com/ada%20room')
  await save('https://meet.example.com/ada%20room')
  await save('')
  expect(await read()).toBeNull()
  expect(await events()).toMatchObject([
    { subjectId: id, before: { meeting_url: null }, after: { meeting_url: 'https://meet.example.com/ada%20room' } },
    { before: { meeting_url: 'https://meet.example.com/ada%20room' }, after: { meeting_url: null } },
  ])
})

it.each(['http://meet.example.com/ada', 'https://192.0.2.1/room', `https://meet.example.com/${'a'.repeat(2_048)}`])(
  'refuses a link that is not safe: %.40s',
  async (typed) => {
    const { save, read } = await openLink()
    expect(await save(typed)).toEqual({ ok: false, error: { code: 'unsafe_address' } })
    expect(await read()).toBeNull()
  },
)

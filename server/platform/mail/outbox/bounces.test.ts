/** What other mail servers write back reaches the operator, once, and nothing else does. */
import { describe, expect, it } from 'vitest'
import { transact } from '#server/platform/db/connect'
import { queueMail } from '#server/platform/mail/outbox/queue-mail'
import { receiveBounce } from '#server/platform/mail/outbox/bounces'
import { test, useProduct } from '../../../../tests/support/product/lifecycle.ts'

useProduct()

/** The id of an email that was sent. */
async function sentMail(): Promise<string> {
  await transact(test.db, (tx) =>
    queueMail(test.app, tx, { about: 'account', kind: 'email_changed', recipient: 'grace@example.com' }),
  )
  await test.runJobs()
  return (await test.db.selectFrom('outbox').select('id').executeTakeFirstOrThrow()).id
}

type Report = { to?: string; action?: string; status?: string; returned?: string }

/** A report as Postfix writes it. */
function report({
  to = 'bounces@mail.example',
  action = 'failed',
  status = '5.1.1',
  returned = 'Subject: Booked',
}: Report) {
  const lines = [
    `Delivered-To: ${to}`,
    `To: ${to}`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Action: failed, says a person.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; grace@example.com',
    `Action: ${action}`,
    `Status: ${status}`,
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    returned,
    '--b--',
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}

const receive = (raw: Uint8Array) => receiveBounce(test.app, raw)
const mail = () => test.db.selectFrom('outbox').select(['state', 'reason']).executeTakeFirstOrThrow()
const concerns = () => test.db.selectFrom('concerns').select(['kind', 'subject']).execute()

describe('a bounce', () => {
  it('to the address of one email marks that email and raises a concern, once', async () => {
    const id = await sentMail()
    const raw = report({ to: `bounces+${id}@mail.example` })
    expect([await receive(raw), await receive(raw)]).toEqual(['marked', 'known'])
    expect(await mail()).toEqual({ state: 'bounced', reason: '5.1.1' })
    expect(await concerns()).toEqual([{ kind: 'mail_bounced', subject: id }])
  })

  it('to one address for all is known by the Message-ID that it returns', async () => {
    const id = await sentMail()
    expect(await receive(report({ returned: `Subject: Booked\r\nMessage-ID: <${id}@landfall.test>` }))).toBe('marked')
    expect(await mail()).toMatchObject({ state: 'bounced' })
  })

  it('about another person’s email, or a delay or delivery, changes nothing', async () => {
    const id = await sentMail()
    for (const action of ['delayed', 'delivered'])
      expect(await receive(report({ to: `bounces+${id}@mail.example`, action, status: '4.4.1' }))).toBe('no_bounce')
    const other = '9b2e3c52-6a0d-4c27-8a3c-0d8a4e2b7f11'
    expect(await receive(report({ to: `bounces+${other}@mail.example` }))).toBe('not_ours')
    expect(await receive(report({}))).toBe('not_ours')
    expect([await mail(), await concerns()]).toEqual([{ state: 'sent', reason: null }, []])
  })

  it('is not read from an answer or from rubbish', async () => {
    const id = await sentMail()
    for (const raw of ['', 'Subject: I am away\r\n\r\nAction: failed\r\nStatus: 5.1.1\r\n', '\0\xFF\r\n--b'])
      expect(await receive(Buffer.from(`To: bounces+${id}@mail.example\r\n${raw}`))).toBe('no_bounce')
    expect(await mail()).toMatchObject({ state: 'sent' })
  })
})

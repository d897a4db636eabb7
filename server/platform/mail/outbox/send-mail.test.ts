/** The outbox against a mail server that is away, refuses, is slow or hangs up: nothing is lost, and hardly ever doubled. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { transact } from '#server/platform/db/connect'
import { mailWriting } from '#server/mail-renderers'
import { queueMail } from '#server/platform/mail/outbox/queue-mail'
import { sendMail } from '#server/platform/mail/outbox/send-mail'
import { mailsTo } from '../../../../tests/support/accounts/accounts.ts'
import { sendDue } from '../../../../tests/support/mails.ts'
import { test, useProduct } from '../../../../tests/support/product/lifecycle.ts'

useProduct()

const news = { about: 'account', kind: 'email_changed' } as const

/** Queues an email to an address, as an area does. */
const queue = (recipient: string, more: { subject?: string; version?: number; secret?: string } = {}) =>
  transact(test.db, (tx) => queueMail(test.app, tx, { ...news, recipient, ...more }))
const rows = () => test.db.selectFrom('outbox').selectAll().orderBy('createdAt').orderBy('recipient').execute()
const concerns = () => test.db.selectFrom('concerns').select(['kind', 'subject']).execute()
const recipients = async () => (await test.mails()).flatMap(({ to }) => to.map(({ address }) => address)).toSorted()

/** Lets this many minutes pass, with a round of the outbox at the end of each, or of each `step`. */
async function pass(minutes: number, step = 1) {
  for (let minute = 0; minute < minutes; minute += step) {
    test.clock.forward(step)
    await sendDue(test)
  }
}

describe('an email in the outbox', () => {
  it('is sent once for each version, recipient, kind and subject, however often it is queued', async () => {
    const subject = randomUUID()
    await Promise.all([1, 2, 3].map(() => queue('ada@example.com', { subject, version: 1 })))
    await queue('ada@example.com', { subject, version: 2 })
    await queue('grace@example.com', { subject, version: 1 })
    await test.runJobs()
    expect(await recipients()).toEqual(['ada@example.com', 'ada@example.com', 'grace@example.com'])
  })

  it('is written with the change it reports: neither stays without the other', async () => {
    const undone = transact(test.db, async (tx) => {
      await queueMail(test.app, tx, { ...news, recipient: 'ada@example.com' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await pass(1)
    expect([await rows(), await test.mails()]).toEqual([[], []])
  })

  it('is sent by the minute’s round if its job was lost, once, however many rounds find it', async () => {
    await queue('ada@example.com')
    await test.db.deleteFrom('jobs.job' as never).execute()
    await test.runJobs()
    expect(await test.mails()).toEqual([])
    await Promise.all([sendDue(test), sendDue(test)])
    await pass(1)
    expect(await recipients()).toEqual(['ada@example.com'])
  })

  it('keeps no secret once it is sent, dropped or given up', async () => {
    await queue('ada@example.com', { secret: 'sent' })
    await queue('grace@example.com', { secret: 'given up' })
    await transact(test.db, (tx) =>
      queueMail(test.app, tx, { about: 'booking', kind: 'confirm_address', recipient: 'mentee', secret: 'dropped' }),
    )
    test.mailbox.fail({ kind: 'refuses', address: 'grace@example.com', status: 550 })
    await test.runJobs()
    expect((await rows()).map(({ state, secret }) => [state, secret]).toSorted()).toEqual([
      ['dropped', null],
      ['given_up', null],
      ['sent', null],
    ])
    expect((await rows()).find(({ state }) => state === 'dropped')?.reason).toBe('booking_gone')
  })
})

describe('a mail server', () => {
  it('that is away for six hours gets everything within two minutes of its return, each email once', async () => {
    test.mailbox.fail({ kind: 'away' })
    for (const name of ['first', 'second', 'third']) await queue(`${name}@example.com`)
    await test.runJobs()
    expect(
      (await rows()).filter(({ attempts }) => attempts > 0),
      'few try it',
    ).toHaveLength(1)
    await pass(180, 45)
    await queue('fourth@example.com')
    await pass(180, 45)
    expect(await test.mails()).toEqual([])
    expect(await concerns()).toEqual([])
    test.mailbox.fail(null)
    await pass(2)
    const everybody = ['first', 'fourth', 'second', 'third'].map((name) => `${name}@example.com`)
    expect(await recipients()).toEqual(everybody)
    await pass(5)
    expect(await recipients()).toEqual(everybody)
  })

  it('that refuses an address ends that email with a concern, and gets the others', async () => {
    test.mailbox.fail({ kind: 'refuses', address: 'unknown@example.com', status: 550 })
    await queue('unknown@example.com')
    await queue('ada@example.com')
    await test.runJobs()
    expect(await recipients()).toEqual(['ada@example.com'])
    const [, refused] = await rows()
    expect(refused).toMatchObject({ state: 'given_up', reason: expect.stringMatching(/^550/), attempts: 0 })
    expect(await concerns()).toEqual([{ kind: 'mail_not_sent', subject: refused!.id }])
    await pass(3)
    expect(await recipients()).toEqual(['ada@example.com'])
  })

  it('that wants an address later is tried ever less often, for a day, and then an admin must look', async () => {
    test.mailbox.fail({ kind: 'refuses', address: 'busy@example.com', status: 451 })
    await queue('busy@example.com')
    await test.runJobs()
    const attemptsAfter: Record<number, number> = {}
    for (const minutes of [1, 3, 7, 15, 31, 63, 123]) {
      test.clock.time = new Date(Date.parse('2030-01-07T09:00:00Z') + minutes * 60_000)
      await sendDue(test)
      attemptsAfter[minutes] = (await rows())[0]!.attempts
    }
    expect(attemptsAfter).toEqual({ 1: 2, 3: 3, 7: 4, 15: 5, 31: 6, 63: 7, 123: 8 })
    test.clock.time = new Date('2030-01-08T08:59:59.999Z')
    await sendDue(test)
    expect(await rows()).toMatchObject([{ state: 'waiting', reason: expect.stringMatching(/^451/) }])
    test.clock.forward(60)
    await sendDue(test)
    expect(await rows()).toMatchObject([{ state: 'given_up' }])
    expect(await concerns()).toMatchObject([{ kind: 'mail_not_sent' }])
    test.mailbox.fail(null)
    await pass(1)
    expect(await test.mails()).toEqual([])
  })

  it('that hangs up after it took an email gets it again at most once, under the same Message-ID', async () => {
    test.mailbox.fail({ kind: 'hangsUp' })
    await queue('ada@example.com')
    await test.runJobs()
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1 }])
    test.mailbox.fail(null)
    await pass(3)
    const mails = await test.mails()
    expect(mails).toHaveLength(2)
    expect(new Set(mails.map(({ headers }) => headers['message-id'])).size).toBe(1)
    expect(await rows()).toMatchObject([{ state: 'sent' }])
  })
})

describe('an email whose letter fails', () => {
  it('waits for a better program, and holds up no other', async () => {
    await queue('ada@example.com')
    await queue('grace@example.com')
    const broken = {
      ...mailWriting,
      renderers: { ...mailWriting.renderers, account: async () => Promise.reject(new TypeError('A defect')) },
    }
    const [first, second] = await rows()
    await sendMail(test.app, broken, first!.id)
    await sendMail(test.app, mailWriting, second!.id)
    expect(await recipients()).toEqual(['grace@example.com'])
    await pass(1)
    expect(await mailsTo(test, 'ada@example.com')).toHaveLength(1)
  })
})

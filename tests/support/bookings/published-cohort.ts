/** A cohort that everyone may join, written into a data folder before a product starts on it. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { toPence } from '#domain/payments/money'
import { decideCohort } from '#server/cohorts/decide'
import { readProposalForm } from '#server/cohorts/form'
import { proposeCohort } from '#server/cohorts/propose'
import { publishCohorts } from '#server/cohorts/publishing'
import { findCohort } from '#server/cohorts/queries'
import type { App } from '#server/context'
import { connect, type Db } from '#server/platform/db/connect'
import type { Actor } from '#server/accounts/audit'
import { expect, mailsTo } from '../../e2e/fixtures.ts'

/** “First term in Lyon”: two free seats, proposed by Tomasz and accepted by June, both of `review-data.ts`. */
export async function publishCohort(data: string): Promise<void> {
  const { db } = await connect(`file:${join(data, 'pglite')}`)
  const app = { db, now: () => new Date(), queue: async () => {}, config: { REVIEW_DAYS: 5 } } as unknown as App
  const year = new Date().getFullYear() + 1
  const typed = {
    cohortTitle: 'First term in Lyon',
    mentorName: 'Tomasz Zieliński',
    startDate: `${year}-09-06`,
    endDate: `${year}-10-29`,
    menteesCount: '2',
    price: '0',
    commitment: '2–3 hours per week',
    audience: 'Students who arrive in September.',
    welcomeMsg: 'Bring your questions as they come.',
    skillsGain: 'Planning a budget',
    'schedule.0.topic': 'Before you fly',
    'schedule.0.date': `${year}-09-08`,
  }
  const read = readProposalForm(typed, { least: toPence(500), most: toPence(100_000) })
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  const sent = await proposeCohort(app, await findPerson(db, 'tomasz@example.com'), read.value, null)
  if (!sent.ok) throw new Error(sent.error.code)
  const { cohortId } = sent.value
  const june = await findPerson(db, 'june@example.com')
  const { version } = (await findCohort(db, cohortId))!
  const decided = await decideCohort(app, june, { cohortId, version, decision: 'accepted', message: '' })
  if (!decided.ok) throw new Error(decided.error.code)
  await publishCohorts(app, june, true)
  await db.destroy()
}

async function findPerson(db: Db, email: string): Promise<Actor> {
  const account = await db
    .selectFrom('accounts')
    .select(['id as accountId', 'name', 'email', 'role'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const client = { address: '127.0.0.1', network: null, farNetwork: null, browser: '', cookies: '', userAgent: null }
  return { session: account, client } as unknown as Actor
}

/** Takes a free seat in it, and confirms it by the emailed link. */
export async function joinForFree(page: Page, { name, email }: { name: string; email: string }): Promise<void> {
  await page.goto('/cohorts/first-term-in-lyon/join')
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('07700 900123')
  await page.getByLabel('I accept the terms').check()
  await page.getByRole('button', { name: 'Join for free' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  const [mail] = await mailsTo(page.request, email)
  await page.goto(/\/cohorts\/first-term-in-lyon\/joined\?hold=\S+/.exec(mail!.text)![0])
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have joined')
}

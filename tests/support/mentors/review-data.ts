/**
 * People whose applications and edits wait for review, and two admins, written into a data folder before a product starts
 * on it, since only the product opens its embedded database.
 */
import type { Page } from '@playwright/test'
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { submitApplication } from '#server/mentors/application/submit'
import { editRecord } from '#server/mentors/record/edit'
import { decide } from '#server/mentors/review/decide'
import { findWaiting } from '#server/mentors/review/submissions-queries'
import { enterByKey, openDataFolder, writePerson } from '../accounts/written-people.ts'
import { applicationRequest } from './content.ts'

const PEOPLE = {
  june: 'June Park',
  omar: 'Omar Haddad',
  amara: 'Amara Okonkwo',
  elif: 'Elif Demir',
  marek: 'Marek Novák',
  rosa: 'Rosa Díaz',
  tomasz: 'Tomasz Zieliński',
  nadia: 'Nadia Rahman',
  ines: 'Inês Duarte',
} as const
type ReviewPerson = keyof typeof PEOPLE

const makeSessionKey = (who: ReviewPerson) => `review ${who}`
const DAY_MINUTES = 1_440

const ABOUT =
  'I came to Leeds for an MSc with a scholarship that paid the fees and nothing else. I found a room in nine days, a part-time job in three weeks, and a sponsor'
const amaras = (price: string, rest: string, rightToEarn: string) => ({
  name: PEOPLE.amara,
  role: 'Civil Engineer',
  company: 'Leeds City Council',
  location: 'Leeds, United Kingdom',
  languages: 'English, Igbo',
  university: 'University of Leeds',
  education: 'MSc Structural Engineering',
  timeZone: 'Europe/London',
  price,
  rightToEarn,
  about: `${ABOUT} ${rest}. I talk with engineers about which firms sponsor, how a British CV differs, and the first winter.`,
  helpWith: 'Skilled Worker visa, Civil engineering, First winter',
  'moves.0.fromCity': 'Enugu',
  'moves.0.fromCountry': 'NG',
  'moves.0.toCity': 'Leeds',
  'moves.0.toCountry': 'GB',
  'moves.0.purpose': 'study',
  'moves.0.year': '2019',
  'moves.0.institution': 'University of Leeds',
  'sessions.0.title': 'A sponsor in civil engineering',
  'sessions.0.description': 'Which firms sponsor, and how to write to them.',
  'sessions.0.touchesVisas': 'on',
})

/** Ids of the mentors by person. */
export async function settleReviewData(data: string): Promise<Record<string, string>> {
  const db = await openDataFolder(data)
  const today = new Date()
  let at = today
  const app = { db, now: () => at, queue: async () => {}, config: { REVIEW_DAYS: 5 } } as unknown as App
  const daysAgo = (days: number) => (at = minutesAfter(today, -days * DAY_MINUTES))
  const by = Object.fromEntries(
    await Promise.all(
      Object.keys(PEOPLE).map(async (who) => [who, await settlePerson(app, who as ReviewPerson, today)] as const),
    ),
  ) as Record<ReviewPerson, Awaited<ReturnType<typeof settlePerson>>>
  const ids: Record<string, string> = {}
  const apply = async (who: ReviewPerson, changes: Record<string, string> = {}) => {
    const sent = await submitApplication(app, by[who], applicationRequest({ name: PEOPLE[who], ...changes }))
    if (!sent.ok) throw new Error(JSON.stringify(sent.error))
    ids[who] = sent.value.mentorId
    return sent.value.mentorId
  }
  const answer = async (mentorId: string, decision: 'accepted' | 'changes_requested', requests = {}, message = '') => {
    const { id, version } = (await findWaiting(db, mentorId))!
    await decide(app, by.june, { submissionId: id, version, decision, message, requests })
  }

  daysAgo(20)
  const marek = await apply('marek')
  const ines = await apply('ines')
  daysAgo(18)
  await answer(marek, 'accepted')
  await answer(ines, 'accepted')
  daysAgo(11)
  await apply('elif')
  daysAgo(7)
  const amara = await apply('amara', amaras('30', 'easily', 'yes'))
  daysAgo(6)
  await answer(amara, 'changes_requested', {
    price: 'Your visa may forbid paid work; choose volunteer or tell us why not.',
  })
  daysAgo(4)
  await apply('amara', amaras('0', 'after forty-one applications', 'not_sure'))
  daysAgo(2)
  await editRecord(app, by.marek, (content) => ({
    ...content,
    about: 'I came with a diploma that two offices read in different ways, and a contract that began in eight weeks.',
  }))
  daysAgo(1)
  await apply('rosa')
  await apply('tomasz')
  await apply('nadia')
  await db.destroy()
  return ids
}

async function settlePerson({ db }: App, who: ReviewPerson, now: Date) {
  const role = who === 'june' || who === 'omar' ? ('admin' as const) : ('member' as const)
  const person = { name: PEOPLE[who], email: `${who}@example.com`, role }
  const ids = await writePerson(db, { ...person, key: makeSessionKey(who) }, now)
  const account = { ...ids, ...person, emailVerified: true, picture: null }
  const rest = {
    mentorId: null,
    timeZone: null,
    destination: null,
    language: null,
    secondFactor: false,
    provenAt: null,
  }
  return { session: { ...account, ...rest }, client: CLIENT }
}

const CLIENT = { address: '127.0.0.1', network: null, farNetwork: null, browser: '', cookies: '', userAgent: null }

/** Signs a browser in as one of them. */
export const enterAs = (page: Page, who: ReviewPerson): Promise<void> => enterByKey(page, makeSessionKey(who))

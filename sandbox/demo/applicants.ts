/** People of the demo with something before the admins: two who apply as mentors, and one who proposes a cohort. */
import type { Insertable } from 'kysely'
import { DAY_MS, HOUR_MS } from '#domain/time/wall-time'
import { dateAfter } from '#domain/time/wall-time'
import type { Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'
import { makeEmail } from './sales/booking.ts'
import { buildContent } from './content.ts'
import { demoId } from './id.ts'
import type { DemoMentor } from './mentor.ts'
import { moveRows, sessionTypeRows, topicRows } from './mentor-rows.ts'
import type { DemoPricing } from './pricing.ts'

const NONE = { decision: null, decidedAt: null, decidedBy: null, before: null }

const amara: DemoMentor = {
  slug: 'amara-okonkwo',
  name: 'Amara Okonkwo',
  role: 'Structural Engineer',
  experience: 6,
  location: 'Calgary, Canada',
  timeZone: 'America/Edmonton',
  languages: ['English', 'Igbo'],
  university: 'University of Calgary',
  education: 'BEng Civil Engineering, Enugu; MEng Calgary',
  price: 38,
  about: prose`
    I came from Enugu to Calgary for a master’s degree and stayed for bridges. Between the two lay a year in which my degree
    was assessed and I learned which of my references a Canadian employer would believe. I kept every letter of that year.`,
  whyMentor: prose`
    No one told me that the assessment takes longer than the degree check. I would like the next person to know the order of
    things before they resign at home.`,
  helpWith: ['Degree assessment', 'First engineering job', 'Winter with children'],
  topics: ['job-interviews', 'first-weeks', 'statements-and-references'],
  moves: [
    {
      fromCity: 'Enugu',
      fromCountry: 'NG',
      toCity: 'Calgary',
      toCountry: 'CA',
      purpose: 'study',
      year: 2019,
      institution: 'University of Calgary',
    },
  ],
  sessions: [
    {
      title: 'From degree to engineer in training',
      minutes: 60,
      price: null,
      description: 'Your papers in the order in which they are asked for, and what to do while you wait.',
      leaveWith: 'a list of your papers with dates, and two people to write to.',
    },
  ],
}

const mateo: DemoMentor = {
  slug: 'mateo-rojas',
  name: 'Mateo Rojas',
  role: 'Pastry Chef',
  experience: 8,
  location: 'Lyon, France',
  timeZone: 'Europe/Paris',
  languages: ['Spanish', 'French', 'English'],
  university: '',
  education: 'Culinary diploma, Lima',
  price: 25,
  about: prose`
    I left Lima with a diploma that no one in Lyon had heard of, and began again at the sink. Two years later I ran the pastry
    section. What I know is how kitchens hire, what they pay in the first month, and which French to learn first.`,
  whyMentor: prose`
    Cooks move more than most people and are told less. I answer in Spanish, French or English, whichever you are tired in.`,
  helpWith: ['Kitchen jobs', 'French for work', 'First flat'],
  topics: ['first-job-abroad', 'learning-the-language'],
  moves: [
    {
      fromCity: 'Lima',
      fromCountry: 'PE',
      toCity: 'Lyon',
      toCountry: 'FR',
      purpose: 'work',
      year: 2017,
      institution: '',
    },
  ],
  sessions: [
    {
      title: 'Your first kitchen in France',
      minutes: 45,
      price: null,
      description: 'How to ask for a trial day, what to bring, and what the first contract says.',
      leaveWith: 'a message to send to three kitchens, in French.',
    },
  ],
}

const PROPOSER = 'Leila Haddad'
const REQUEST =
  'Please say in which kitchens you worked, and add a session of half an hour: many ask for a short first talk.'

export async function writeApplicants(tx: Db, seededAt: Date, pricing: DemoPricing): Promise<void> {
  const hoursAgo = (hours: number) => new Date(seededAt.getTime() - hours * HOUR_MS)
  const people = [amara.name, mateo.name, PROPOSER]
  await tx
    .insertInto('accounts')
    .values(people.map((name) => accountRow(name, new Date(seededAt.getTime() - 20 * DAY_MS))))
    .execute()

  const applicants = [
    { mentor: amara, slug: amara.slug, content: buildContent(amara, null, pricing), sentAt: hoursAgo(30) },
    { mentor: mateo, slug: mateo.slug, content: buildContent(mateo, null, pricing), sentAt: hoursAgo(8) },
  ]
  await tx
    .insertInto('mentors')
    .values(
      applicants.map(({ mentor, slug, content, sentAt }) => {
        const { price, topics: _topics, moves: _moves, sessions: _sessions, translations: _none, ...columns } = content
        const account = accountId(mentor.name)
        const row = {
          ...columns,
          id: demoId(slug),
          slug,
          pricePence: price,
          currency: pricing.currency,
          accountId: account,
        }
        return { ...row, createdBy: account, status: 'pending' as const, statusSince: sentAt, createdAt: sentAt }
      }),
    )
    .execute()
  await tx.insertInto('moves').values(applicants.flatMap(moveRows)).execute()
  await tx.insertInto('mentorTopics').values(applicants.flatMap(topicRows)).execute()
  await tx.insertInto('sessionTypes').values(applicants.flatMap(sessionTypeRows)).execute()
  const submission = ({ slug, content, sentAt: at }: (typeof applicants)[number]) => ({
    id: demoId(`${slug}/application`),
    mentorId: demoId(slug),
    content: JSON.stringify(content),
    submittedAt: at,
    changedAt: at,
    ...NONE,
  })
  const [, requested] = applicants
  const { content } = requested!
  const first = { ...content, helpWith: content.helpWith.slice(0, 1), about: content.about.split('. ')[0]! }
  await tx
    .insertInto('mentorSubmissions')
    .values([
      ...applicants.map(submission),
      {
        id: demoId(`${mateo.slug}/first application`),
        mentorId: demoId(mateo.slug),
        content: JSON.stringify(first),
        before: null,
        submittedAt: hoursAgo(80),
        changedAt: hoursAgo(80),
        decision: 'changes_requested',
        decidedAt: hoursAgo(52),
        decidedBy: null,
        message: REQUEST,
        requests: JSON.stringify({ about: 'In which kitchens?', sessions: 'Add one of 30 minutes.' }),
      },
    ])
    .execute()
  await proposeCohort(tx, seededAt, hoursAgo(20), pricing)
}

const accountId = (name: string) => demoId(`account of ${name}`)

/** They have no password; one can be set through the sandbox's mailbox. */
const accountRow = (name: string, at: Date): Insertable<Tables['accounts']> => ({
  id: accountId(name),
  name,
  email: makeEmail(name),
  emailVerified: true,
  picture: null,
  timeZone: null,
  destination: null,
  suspendedAt: null,
  createdAt: at,
  updatedAt: at,
})

async function proposeCohort(tx: Db, seededAt: Date, sentAt: Date, pricing: DemoPricing): Promise<void> {
  const id = demoId('cohort of Leila Haddad')
  const day = (inDays: number) => dateAfter(seededAt.toISOString().slice(0, 10), inDays)
  await tx
    .insertInto('cohorts')
    .values({
      id,
      slug: 'nurses-to-ireland',
      accountId: accountId(PROPOSER),
      status: 'pending',
      statusSince: sentAt,
      changedAt: sentAt,
      createdAt: sentAt,
      title: 'Nurses to Ireland, winter',
      subtitle: 'Six weeks from the registration to the first shift, together with eleven others',
      mentorName: PROPOSER,
      startsOn: day(35),
      endsOn: day(77),
      seats: 12,
      pricePence: pricing.toPrice(90),
      currency: pricing.currency,
      commitment: 'Two hours a week, one of them together',
      audience: 'Nurses who have applied for registration in Ireland and wait for their decision.',
      fromCountry: null,
      toCountry: 'IE',
      welcome: 'Bring your letters as they are. We sort them in the first week, and no one has to be ready.',
      coreSkills: ['Reading a decision letter', 'The aptitude test', 'Writing to a ward manager'],
      interviewPrep: ['Questions about a night shift', 'Your own three examples'],
      skillsGain: ['A folder in the order the regulator asks for', 'One interview held in the group'],
      progress: 'A list of your papers, ticked as they arrive.',
      picture: null,
    })
    .execute()
  await tx
    .insertInto('cohortSessions')
    .values(
      ['Your letters, sorted', 'The test, hour by hour', 'An interview in the group'].map((topic, position) => ({
        cohortId: id,
        position,
        topic,
        date: day(35 + position * 14),
        details: 'Online, one hour. A recording stays for those who were on shift.',
      })),
    )
    .execute()
  await tx
    .insertInto('cohortTasks')
    .values([
      {
        cohortId: id,
        position: 0,
        title: 'Scan your registration',
        description: 'Front and back, readable.',
        due: day(42),
      },
    ])
    .execute()
}

/** Joins text written over several source lines into one paragraph. */
function prose(lines: TemplateStringsArray): string {
  return lines.join('').trim().replaceAll(/\s+/g, ' ')
}

/**
 * Seeds the demo: stores the mentors' portraits, then writes all rows in one transaction: mentors, their review, session
 * types, past sessions with messages, feedback and what was paid for them, a package, and what waits for an admin. The caller decides whether the database may get demo data; here it
 * happens wholly or not at all.
 */
import { sql, type Insertable } from 'kysely'
import type { ExchangeRates } from '#domain/payments/about-price'
import { currencyOf, type MentorContent } from '#domain/mentors/content'
import { DAY_MS } from '#domain/time/wall-time'
import { transact, type Db } from '#server/platform/db/connect'
import type { Tables } from '#server/platform/db/tables'
import { removePicture, storePicture, type PictureStore } from '#server/platform/storage/pictures'
import { openSandboxDb, sandboxTables } from '../stripe/tables.ts'
import { writeApplicants } from './applicants.ts'
import { overrideRows, ruleColumns, travelRows } from './availability.ts'
import { withPayments, writeBooks } from './sales/books.ts'
import { completedSessions } from './sales/completed.ts'
import { buildContent } from './content.ts'
import { faces } from './faces.ts'
import { demoId } from './id.ts'
import type { DemoMentor } from './mentor.ts'
import { moveRows, sessionTypeRows, topicRows } from './mentor-rows.ts'
import { demoMentors } from './mentors.ts'
import { buildPackage, packageOffers, writePackage } from './sales/packages.ts'
import { writePayouts, type SealPayee } from './sales/payouts.ts'
import { drawPortrait } from './portraits.ts'
import { checkRows, reviewedAt, submissionRow } from './review.ts'
import { buildStories, writeStories } from './stories.ts'
import { pricingIn } from './pricing.ts'

/**
 * `sealPayee`: as the product keeps whom a mentor's money goes to. `hasBooks`: the payment service is the sandbox's, so that what was paid is written into its books, too. Stripe's own test mode
 * has no past: then only facts without payments are seeded.
 */
type Seeding = {
  db: Db
  pictures: PictureStore
  now: () => Date
  sealPayee: SealPayee
  hasBooks: boolean
  /** Of all prices, ISO 4217. */
  currency: string
  /** For prices in it. */
  rates: ExchangeRates
}

/** Returns how many mentors were written. Throws and changes nothing if one of them exists already. */
export async function seedDemo({
  db,
  pictures,
  now,
  sealPayee,
  hasBooks,
  currency,
  rates,
}: Seeding): Promise<{ mentors: number }> {
  if (hasBooks) await openSandboxDb(db)
  const portraits = new Map<string, string>()
  try {
    // Two workers on one iterator, so that one portrait is drawn while another is encoded.
    const queue = demoMentors.values()
    const drawAll = async () => {
      for (const { slug } of queue) portraits.set(slug, await storePortrait(db, pictures, slug, now()))
    }
    await Promise.all([drawAll(), drawAll()])

    const seededAt = now()
    const pricing = pricingIn(currency, rates)
    const seeded = demoMentors.map((mentor, n) => {
      const appliedAt = joinedAt(n, seededAt)
      const content = buildContent(mentor, portraits.get(mentor.slug)!, pricing)
      return { mentor, slug: mentor.slug, content, appliedAt, acceptedAt: reviewedAt(n, appliedAt) }
    })
    await transact(db, async (tx) => {
      await tx.insertInto('mentors').values(seeded.map(mentorRow)).execute()
      await tx.insertInto('moves').values(seeded.flatMap(moveRows)).execute()
      await tx.insertInto('mentorTopics').values(seeded.flatMap(topicRows)).execute()
      await tx.insertInto('sessionTypes').values(seeded.flatMap(sessionTypeRows)).execute()
      await tx.insertInto('sessionPackages').values(packageOffers(pricing)).execute()
      await tx.insertInto('mentorSubmissions').values(seeded.map(submissionRow)).execute()
      await tx.insertInto('mentorChecks').values(seeded.flatMap(checkRows)).execute()
      await tx
        .insertInto('dateOverrides')
        .values(demoMentors.flatMap((mentor) => overrideRows(mentor, seededAt)))
        .execute()
      await tx
        .insertInto('travelZones')
        .values(demoMentors.flatMap((mentor) => travelRows(mentor, seededAt)))
        .execute()
      const completed = demoMentors.flatMap((mentor) => completedSessions(mentor, seededAt, pricing))
      const stories = hasBooks ? buildStories(seededAt, pricing) : null
      const bought = hasBooks ? buildPackage(seededAt, pricing) : null
      const sold = hasBooks ? withPayments([...completed, ...stories!.sold, ...bought!.sold]) : completed
      await tx
        .insertInto('bookings')
        .values(sold.map(({ booking }) => booking))
        .execute()
      await tx
        .insertInto('feedback')
        .values(completed.map(({ feedback }) => feedback))
        .execute()
      await tx
        .insertInto('bookingMessages')
        .values(completed.flatMap(({ messages }) => messages))
        .execute()
      if (stories && bought) {
        await writeStories(tx, stories)
        await writePackage(tx, bought)
        await writeBooks(tx, sandboxTables(tx), sold)
        const past = completed.map(({ booking }) => booking)
        await writePayouts(tx, sealPayee, { mentors: demoMentors, completed: past, seededAt })
      }
      await writeApplicants(tx, seededAt, pricing)
      await writeViews(tx, seededAt)
    })
  } catch (error) {
    for (const key of portraits.values()) {
      await removePicture(pictures.storage, key)
      await db.deleteFrom('pictures').where('key', '=', key).execute()
    }
    throw error
  }
  return { mentors: demoMentors.length }
}

async function storePortrait(db: Db, pictures: PictureStore, slug: string, now: Date): Promise<string> {
  const face = faces[slug]
  if (!face) throw new Error(`No face for ${slug}`)
  const stored = await storePicture(pictures, await drawPortrait(face), async (key) => {
    await db.insertInto('pictures').values({ key, createdAt: now }).execute()
  })
  if (!stored.ok) throw new Error(`The portrait of ${slug} was refused: ${stored.error.code}`)
  return stored.value.key
}

/** The mentors applied at even intervals over the last year, the latest about two weeks ago. */
function joinedAt(position: number, seededAt: Date): Date {
  const age = (365 * DAY_MS * (demoMentors.length - position)) / (demoMentors.length + 1)
  return new Date(seededAt.getTime() - Math.round(age))
}

type Seeded = { mentor: DemoMentor; slug: string; content: MentorContent; appliedAt: Date; acceptedAt: Date }

function mentorRow({ mentor, content, appliedAt, acceptedAt }: Seeded): Insertable<Tables['mentors']> {
  const { price, topics: _topics, moves: _moves, sessions: _sessions, translations = [], ...columns } = content
  return {
    ...columns,
    translations: JSON.stringify(translations),
    id: demoId(mentor.slug),
    slug: mentor.slug,
    pricePence: price,
    currency: currencyOf(content),
    ...ruleColumns(mentor),
    status: 'accepted',
    statusSince: acceptedAt,
    createdAt: appliedAt,
  }
}

const VIEWED_DAYS = 84

/** More on weekends, and more for mentors who have been here for longer. */
async function writeViews(tx: Db, seededAt: Date): Promise<void> {
  const today = seededAt.toISOString().slice(0, 10)
  await sql`
    insert into mentor_views (mentor_id, date, views)
    select id, ${today}::date - day, 3 + (day * 7 + length(slug) * 5) % 17 + case when (day % 7) < 2 then 9 else 0 end
    from mentors, generate_series(0, ${VIEWED_DAYS}) as day
    where status = 'accepted' and created_at < ${today}::date - day`.execute(tx)
}

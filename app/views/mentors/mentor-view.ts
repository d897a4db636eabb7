/** Everything that a mentor's page shows, for the loaders of its two addresses. */
import { data, redirect } from 'react-router'
import { POLICY_SENTENCES } from '#domain/bookings/policy-sentences'
import { adviceFor } from '#domain/mentors/advice'
import { hostOf, isStillTrue, PUBLIC_CHECKS, type Covered } from '#domain/mentors/checks'
import { linkedinAddress } from '#domain/mentors/linkedin'
import { dateIn, dateKeyIn, timeIn } from '#domain/time/clock'
import { clockPlace } from '#domain/time/zone'
import { lastFreeMoment } from '#domain/bookings/refund-rule'
import { cardPriceInWords, priceOf } from '#domain/mentors/mentor'
import { everybody, type Criteria } from '#domain/search/criteria'
import { fitOf, reasonsFor } from '#domain/search/reasons'
import { priceInWords } from '#domain/payments/money'
import { DAY_MS } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { listPublicChecks } from '#server/mentors/checks/checks-queries'
import { countStars, listFeedback } from '#server/mentors/feedback-queries'
import { landingPath } from '#server/mentors/landing'
import { countHeld, findMentor, type MentorDetail, type MentorSummary } from '#server/mentors/queries'
import { findSlugAfter } from '#server/mentors/record/slugs-queries'
import { countryInShort } from '#server/reference/countries'
import { languageName, spokenLanguages } from '#server/reference/languages'
import { readListQuery } from '#server/search/form'
import { findMentors } from '#server/search/sync'
import { readSlots, readSoonest } from '#server/bookings/availability/slots'
import { monthOfKey, sameClock, shortDayIn, zoneOfCookie } from '../../ui/time/clock.ts'
import { otherClock } from '../../ui/time/two-clocks.tsx'
import type { MentorCard } from '../../ui/mentors/mentor-card.tsx'
import type { FreeStart, MentorView } from '../../ui/mentors/mentor-view.ts'
import { nextFreeInWords } from '../../ui/mentors/next-free.ts'
import { reasonInWords } from '../../ui/mentors/reason-words.ts'
import { cardOf } from './mentor-cards.ts'

const FEEDBACK_SHOWN = 10
const FREE_TIMES_SHOWN = 3
const SIMILAR_SHOWN = 3
const DAYS_LOOKED_AHEAD = 14

/** Redirects from a slug that an accepted mentor had before. Throws 404 when no accepted mentor has or had it. */
export async function readMentorView(app: App, request: Request, slug: string): Promise<MentorView> {
  const mentor = await findMentor(app.db, slug)
  if (!mentor) throw await pageInstead(app, slug)
  const [first] = mentor.sessionTypes
  const notice = adviceFor(app.texts.advice, mentor.moves[0]?.toCountry ?? null)
  const feedback = await listFeedback(app.db, mentor.id, FEEDBACK_SHOWN)
  const zone = zoneOfCookie(request.headers.get('cookie'))
  const prices = mentor.sessionTypes.map(({ pricePence: price }) => ({ price }))
  const free = first ? await nextFree(app, mentor, zone) : []
  const stars = await countStars(app.db, mentor.id)
  const moving = movingOf(request)
  return {
    slug: mentor.slug,
    name: mentor.name,
    role: mentor.role,
    experience: mentor.experience,
    location: mentor.location,
    languages: spokenLanguages(mentor),
    university: mentor.university,
    studied: [mentor.education, mentor.university].filter(Boolean).join(', '),
    checks: checksInWords(await listPublicChecks(app.db, mentor.id), mentor),
    helpWith: helpOf(mentor),
    likeYou: likeYouInWords(mentor.moves, moving),
    similar: await readSimilar(app, mentor),
    above: aboveOf(mentor.moves[0]),
    linkedin: linkedinAddress(mentor.linkedin),
    about: mentor.about,
    whyMentor: mentor.whyMentor,
    picture: mentor.portrait,
    legs: mentor.moves.map((move) => ({
      from: move.fromCity,
      to: move.toCity,
      purpose: move.purpose,
      year: move.year,
      institution: move.institution,
    })),
    sessions: mentor.sessionTypes.map((session) => {
      const pence = priceOf({ price: session.pricePence }, { price: mentor.pricePence })
      const { id, title, minutes, description, leaveWith, touchesVisas } = session
      return {
        id,
        title,
        minutes,
        description,
        ...(leaveWith && { leaveWith }),
        ...(touchesVisas && { notice }),
        price: priceInWords(pence),
        pence,
      }
    }),
    price: cardPriceInWords({ price: mentor.pricePence }, prices),
    refundRule: POLICY_SENTENCES[mentor.cancelPolicy],
    rating: { average: mentor.ratingAverage, count: mentor.ratingCount },
    stars: [5, 4, 3, 2, 1].map((given) => stars.get(given) ?? 0),
    held: await countHeld(app.db, mentor.id),
    feedback: feedback.map(({ id, author, rating, text, answer, startsAt, sessionTitle }) => ({
      id,
      author,
      stars: rating,
      text,
      answer,
      month: monthOfKey(dateKeyIn(startsAt, mentor.timeZone)),
      session: sessionTitle,
    })),
    timeZone: mentor.timeZone,
    visitorZone: zone,
    free,
    bookable: free.length > 0 || (await readSoonest(app, mentor.slug)) !== null,
  }
}

const CHECKED: Record<(typeof PUBLIC_CHECKS)[number], string> = {
  university_address: 'University address confirmed by mail',
  work_address: 'Work address confirmed by mail',
  linkedin: 'LinkedIn names the same person and role',
}

/** Without those that are about something that the page no longer says. Days are UTC's, the same for all readers. */
function checksInWords(checks: Awaited<ReturnType<typeof listPublicChecks>>, content: Covered): string[] {
  return PUBLIC_CHECKS.flatMap((kind) => {
    const check = checks.find((each) => each.kind === kind)
    const at = check?.provenAt ?? check?.checkedAt
    if (!check || !at || !isStillTrue(check, content)) return []
    return [`${CHECKED[kind]}, ${dateIn(at, 'UTC')}${check.address ? ` (${hostOf(check.address)})` : ''}`]
  })
}

/** Browsers ask again each time: somebody may take back a name they had before, and then the redirect points here. */
async function pageInstead({ db }: App, slug: string) {
  const present = await findSlugAfter(db, slug)
  if (present === null) return data(null, 404)
  return redirect(`/mentors/${present}`, { status: 301, headers: { 'Cache-Control': 'no-cache' } })
}

/** The next starts at which every session is free, so that any choice of both can be booked. */
async function nextFree(app: App, mentor: MentorDetail, visitorZone: string | null): Promise<FreeStart[]> {
  const now = app.now()
  const offer = {
    mentorId: mentor.id,
    minutes: Math.max(...mentor.sessionTypes.map(({ minutes }) => minutes)),
    free: mentor.sessionTypes.some(({ pricePence }) => (pricePence ?? mentor.pricePence) === 0),
  }
  const to = new Date(now.getTime() + DAYS_LOOKED_AHEAD * DAY_MS)
  const slots = await readSlots(app, { ...offer, from: now, to })
  const own = mentor.timeZone
  const zone = visitorZone ?? own
  const place = clockPlace(mentor.location, own)
  return slots
    .filter((slot) => !slot.taken)
    .slice(0, FREE_TIMES_SHOWN)
    .map(({ startsAt }) => {
      const back = lastFreeMoment({ policy: mentor.cancelPolicy, bookedAt: now, startsAt, ceiling: 100 })
      return {
        at: startsAt.toISOString(),
        words: nextFreeInWords(startsAt, now, zone),
        other: sameClock(startsAt, zone, own) ? '' : otherClock(startsAt, zone, { timeZone: own, place }),
        back: back && `${shortDayIn(back, zone)}, ${timeIn(back, zone)}`,
      }
    })
}

/** The move that a link of the list carries. */
function movingOf(request: Request): Criteria['moving'] {
  return readListQuery(new URL(request.url).searchParams, new Date(0)).criteria.moving
}

function likeYouInWords(moves: MentorDetail['moves'], moving: Criteria['moving']): string | null {
  const [reason] = reasonsFor({ moves, languages: [], freeAt: null }, moving, new Date(0))
  return reason ? reasonInWords(reason, countryInShort, languageName) : null
}

/** What they wrote, and the topics that it leaves out. */
function helpOf({ helpWith, topics }: MentorDetail): string[] {
  const written = new Set(helpWith.map((each) => each.toLowerCase()))
  return [...helpWith, ...topics.map(({ label }) => label).filter((label) => !written.has(label.toLowerCase()))]
}

function aboveOf(move: MentorDetail['moves'][number] | undefined): MentorView['above'] {
  if (!move) return { label: 'All mentors', to: '/mentors' }
  return {
    label: `All mentors who landed in ${countryInShort(move.toCountry)}`,
    to: landingPath({ from: null, to: move.toCountry }),
  }
}

/** Those who made the same move first, then those who landed in the same country, then those who help with the same. */
async function readSimilar(app: App, { slug, moves: [move], topics }: MentorDetail): Promise<MentorCard[]> {
  const moving = { from: move?.fromCountry ?? null, to: move?.toCountry ?? null, speaks: [] }
  const { mentors } = await findMentors(app, { ...everybody, moving }, null)
  const codes = new Set(topics.map(({ code }) => code))
  const isSimilar = (row: MentorSummary) =>
    fitOf(row.moves, moving) !== null || row.topics.some((topic) => codes.has(topic))
  return mentors
    .filter((row) => row.slug !== slug && isSimilar(row))
    .slice(0, SIMILAR_SHOWN)
    .map(cardOf)
}

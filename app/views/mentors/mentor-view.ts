/** Everything that a mentor's page shows, for the loaders of its two addresses. */
import { data, redirect } from 'react-router'
import type { Session } from '#domain/accounts/account'
import { adviceFor } from '#domain/mentors/advice'
import { findAnswerHours } from '#domain/mentors/answer-time'
import { hostOf, isCheckValid, PUBLIC_CHECKS, type Covered } from '#domain/mentors/checks'
import { linkedinAddress } from '#domain/mentors/linkedin'
import { dateKeyIn } from '#domain/time/clock'
import { lastFreeMoment } from '#domain/bookings/refunds/refund-rule'
import { cardPrice, priceOf } from '#domain/mentors/mentor'
import { everybody, type Criteria } from '#domain/search/criteria'
import { findFit, reasonsFor } from '#domain/search/reasons'
import { DAY_MS } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { landingPath } from '#server/search/landing'
import { findMentor, type MentorDetail, type MentorSummary } from '#server/mentors/queries'
import { readReputation, type PublicCheck } from '#server/mentors/reputation-queries'
import { findSlugAfter } from '#server/mentors/record/slugs-queries'
import { moveCityNames } from '#server/platform/reference/cities-abroad'
import { formatShortCountry } from '#server/platform/reference/countries'
import { languageName, spokenLanguages } from '#server/platform/reference/languages'
import { describeClockPlace, describeLocation } from '#server/platform/reference/locations'
import { readListQuery } from '#server/search/form'
import { findMentors } from '#server/search/sync'
import { findCalendar, type Calendar } from '#server/mentors/availability/calendar-queries'
import { slotsOfCalendar, soonestOfCalendar } from '#server/mentors/availability/slots'
import * as m from '#messages/mentors'
import { aboutPart, type AboutPrice } from '#words/about-price'
import { POLICY_SENTENCES } from '#words/bookings/policies'
import { dateIn, shortMomentIn, formatSoon, formatDuration, monthOfKey, formatAnswerTime } from '#words/time'
import { describeAdvice } from '#words/mentors/advice'
import { describeTopic } from '#words/mentors/topics'
import { formatList } from '#words/lists'
import { describePrice } from '#words/prices'
import { readAdvice } from './advice.ts'
import { sameClock, zoneOfCookie } from '../../ui/time/clock.ts'
import { otherClock } from '../../ui/time/two-clocks.tsx'
import type { MentorCard } from '../../ui/mentors/list/mentor-card.tsx'
import type { FreeStart, MentorView } from '../../ui/mentors/mentor-view.ts'
import { describeReason } from '../../ui/mentors/list/reason-words.ts'
import { readPackageOffers } from '../packages/offers.ts'
import { aboutPricesFor } from '../payments/shown-currency.ts'
import { buildCard } from './mentor-cards.ts'
import { langAttributesFor, pageLanguage } from '../site/lang-attributes.ts'
import { moveQuery } from './move-query.ts'

const FEEDBACK_SHOWN = 10
const FREE_TIMES_SHOWN = 3
const SIMILAR_SHOWN = 3
const CONSIDERED = 12 // Of the mentors who fit best.
const DAYS_LOOKED_AHEAD = 14

/** Redirects from a slug that an accepted mentor had before. Throws 404 when no accepted mentor has or had it. */
export async function readMentorView(
  app: App,
  request: Request,
  { slug, reader }: { slug: string; reader: Session | null },
): Promise<MentorView> {
  const mentor = await findMentor(app.db, slug)
  if (!mentor) throw await pageInstead(app, slug)
  const notice = describeAdvice(adviceFor(readAdvice(app), mentor.moves[0]?.toCountry ?? null))
  const zone = zoneOfCookie(request.headers.get('cookie'))
  const prices = mentor.sessionTypes.map(({ pricePence: price }) => ({ price }))
  const lowest = cardPrice({ price: mentor.pricePence }, prices)
  const { currency } = mentor
  const lowestWords = describePrice(lowest.price, currency)
  const about = aboutPricesFor(app, request)
  const [{ feedback, stars, checks, reviewed, held, waits }, calendar, similar, packages] = await Promise.all([
    readReputation(app.db, mentor.id, { limit: FEEDBACK_SHOWN, now: app.now() }),
    findCalendar(app.db, mentor.slug, app.now()),
    readSimilar(app, mentor, about),
    readPackageOffers(app, mentor),
  ])
  const free = calendar ? nextFree(calendar, mentor, zone, app.now()) : []
  const moving = readMove(request)
  const answerHours = findAnswerHours(waits)
  return {
    slug: mentor.slug,
    name: mentor.name,
    role: mentor.role,
    experience: mentor.experience,
    location: describeLocation(mentor.location),
    languages: spokenLanguages(mentor),
    speaks: formatList(spokenLanguages(mentor), 'comma'),
    university: mentor.university,
    studied: formatList([mentor.education, mentor.university].filter(Boolean), 'comma'),
    facts: [
      ...formatChecks(checks, mentor),
      ...(reviewed ? [m.profileReviewed({ date: dateIn(reviewed, 'UTC') })] : []),
      ...(answerHours === null ? [] : [formatAnswerTime(answerHours)]),
    ],
    ...listTopics(mentor),
    ...langAttributesFor(mentor.textsLanguage),
    ...readTexts(mentor),
    likeYou: formatSharedMoves(mentor.moves, moving),
    query: moveQuery(moving),
    own: reader?.mentorId === mentor.id,
    similar,
    above: findParentPage(mentor.moves[0]),
    linkedin: linkedinAddress(mentor.linkedin),
    picture: mentor.portrait,
    legs: mentor.moves.map((move) => ({
      ...moveCityNames(move),
      purpose: move.purpose,
      year: move.year,
      institution: move.institution,
    })),
    currency,
    sessions: mentor.sessionTypes.map((session) => {
      const amount = priceOf({ price: session.pricePence }, { price: mentor.pricePence })
      const { id, title, minutes, description, leaveWith, touchesVisas } = session
      const offered = packages.get(id)
      return {
        id,
        title,
        length: formatDuration(minutes),
        description,
        ...(leaveWith && { leaveWith }),
        ...(touchesVisas && { notice }),
        price: describePrice(amount, currency),
        ...aboutPart(about, amount, currency),
        amount,
        ...(offered && { packages: offered }),
      }
    }),
    from: {
      price: lowest.from ? m.fromPrice({ price: lowestWords }) : lowestWords,
      ...aboutPart(about, lowest.price, currency),
    },
    refundRule: POLICY_SENTENCES[mentor.cancelPolicy](),
    rating: { average: mentor.ratingAverage, count: mentor.ratingCount },
    stars,
    held,
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
    place: describeClockPlace(mentor.location, mentor.timeZone),
    visitorZone: zone,
    free,
    bookable: free.length > 0 || (calendar !== null && soonestOfCalendar(calendar, app.now()) !== null),
  }
}

const CHECKED = {
  university_address: m.checkedUniversity,
  work_address: m.checkedWork,
  linkedin: m.checkedLinkedin,
} satisfies Record<(typeof PUBLIC_CHECKS)[number], unknown>

/** About and why, in the language of the page if the mentor has written them in it. What they wrote first is preferred. */
function readTexts({ about, whyMentor, translations, textsLanguage }: MentorDetail) {
  const isOwn = textsLanguage === pageLanguage()
  const translation = isOwn ? undefined : translations.find(({ language }) => language === pageLanguage())
  if (translation) return { about: translation.about, whyMentor: translation.whyMentor }
  const found = langAttributesFor(textsLanguage)
  return { about, whyMentor, ...(found && { textsAttributes: found.langAttributes }) }
}

/** Without those that are about something that the page no longer says. Days are UTC's, the same for all readers. */
function formatChecks(checks: PublicCheck[], content: Covered): string[] {
  return PUBLIC_CHECKS.flatMap((kind) => {
    const check = checks.find((each) => each.kind === kind)
    if (!check || !isCheckValid(check, content)) return []
    const host = check.address ? hostOf(check.address) : ''
    return [CHECKED[kind]({ date: dateIn(check.at, 'UTC'), hasHost: host !== '', host })]
  })
}

/** Browsers ask again each time: a mentor may take back an earlier slug, and then the redirect points here. */
async function pageInstead({ db }: App, slug: string) {
  const present = await findSlugAfter(db, slug)
  if (present === null) return data(null, 404)
  return redirect(`/mentors/${present}`, { status: 301, headers: { 'Cache-Control': 'no-cache' } })
}

/** The next starts at which every session is free, so that any choice of both can be booked. */
function nextFree(calendar: Calendar, mentor: MentorDetail, visitorZone: string | null, now: Date): FreeStart[] {
  const { sessions } = calendar
  if (sessions.length === 0) return []
  const slots = slotsOfCalendar(calendar, {
    minutes: Math.max(...sessions.map(({ minutes }) => minutes)),
    free: sessions.some(({ free }) => free),
    from: now,
    to: new Date(now.getTime() + DAYS_LOOKED_AHEAD * DAY_MS),
    now,
  })
  const own = mentor.timeZone
  const zone = visitorZone ?? own
  const place = describeClockPlace(mentor.location, own)
  return slots
    .filter((slot) => !slot.taken)
    .slice(0, FREE_TIMES_SHOWN)
    .map(({ startsAt }) => {
      const back = lastFreeMoment({ policy: mentor.cancelPolicy, bookedAt: now, startsAt, ceiling: 100 })
      return {
        at: startsAt.toISOString(),
        words: formatSoon(startsAt, now, zone),
        other: sameClock(startsAt, zone, own) ? '' : otherClock(startsAt, zone, { timeZone: own, place }),
        back: back && shortMomentIn(back, zone),
      }
    })
}

/** The move that a link of the list carries. */
function readMove(request: Request): Criteria['moving'] {
  return readListQuery(new URL(request.url).searchParams, new Date(0)).criteria.moving
}

function formatSharedMoves(moves: MentorDetail['moves'], moving: Criteria['moving']): string | null {
  const [reason] = reasonsFor({ moves, languages: [], freeAt: null }, moving, new Date(0))
  return reason ? describeReason(reason, formatShortCountry, languageName) : null
}

/**
 * Their own words, and the topics that these leave out. For a reader of another language the topics alone, which are in theirs: both
 * would say the same in two languages.
 */
function listTopics({ helpWith, topics, textsLanguage }: MentorDetail): Pick<MentorView, 'helpWith' | 'topics'> {
  if (topics.length > 0 && langAttributesFor(textsLanguage)) return { helpWith: [], topics: topics.map(describeTopic) }
  const written = new Set(helpWith.map((each) => each.toLowerCase()))
  return { helpWith, topics: topics.filter(({ label }) => !written.has(label.toLowerCase())).map(describeTopic) }
}

function findParentPage(move: MentorDetail['moves'][number] | undefined): MentorView['above'] {
  if (!move) return { label: m.allMentors(), to: '/mentors' }
  return {
    label: m.allWhoLanded({ country: formatShortCountry(move.toCountry) }),
    to: landingPath({ from: null, to: move.toCountry }),
  }
}

/** Those who made the same move first, then those who landed in the same country, then those who help with the same. */
async function readSimilar(app: App, mentor: MentorDetail, about: AboutPrice): Promise<MentorCard[]> {
  const {
    slug,
    moves: [move],
    topics,
  } = mentor
  const moving = { from: move?.fromCountry ?? null, to: move?.toCountry ?? null, speaks: [] }
  const { mentors } = await findMentors(app, { ...everybody, moving }, null, CONSIDERED)
  const codes = new Set(topics.map(({ code }) => code))
  const isSimilar = (row: MentorSummary) =>
    findFit(row.moves, moving) !== null || row.topics.some((topic) => codes.has(topic))
  return mentors
    .filter((row) => row.slug !== slug && isSimilar(row))
    .slice(0, SIMILAR_SHOWN)
    .map((row) => buildCard(row, about))
}

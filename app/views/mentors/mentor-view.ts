/** Everything that a mentor's page shows, for the loaders of its two addresses. */
import { data, redirect } from 'react-router'
import { POLICY_SENTENCES } from '#domain/bookings/policy-sentences'
import { adviceFor } from '#domain/mentors/advice'
import { hostOf, isStillTrue, PUBLIC_CHECKS, type Covered } from '#domain/mentors/checks'
import { linkedinAddress } from '#domain/mentors/linkedin'
import { dateIn, dateKeyIn } from '#domain/time/clock'
import { priceOf } from '#domain/mentors/mentor'
import { priceInWords } from '#domain/payments/money'
import { DAY_MS } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { listPublicChecks } from '#server/mentors/checks/checks-queries'
import { listFeedback } from '#server/mentors/feedback-queries'
import { findMentor } from '#server/mentors/queries'
import { findSlugAfter } from '#server/mentors/record/slugs-queries'
import { spokenLanguages } from '#server/reference/languages'
import { readSlots, readSoonest, type Offered } from '#server/bookings/availability/slots'
import { monthOfKey, zoneOfCookie } from '../../ui/time/clock.ts'
import type { MentorView } from '../../ui/mentors/mentor-view.ts'

const FEEDBACK_SHOWN = 10
const FREE_TIMES_SHOWN = 3
const DAYS_LOOKED_AHEAD = 14

/** Redirects from a slug that an accepted mentor had before. Throws 404 when no accepted mentor has or had it. */
export async function readMentorView(app: App, request: Request, slug: string): Promise<MentorView> {
  const mentor = await findMentor(app.db, slug)
  if (!mentor) throw await pageInstead(app, slug)
  const [first] = mentor.sessionTypes
  const notice = adviceFor(app.texts.advice, mentor.moves[0]?.toCountry ?? null)
  const feedback = await listFeedback(app.db, mentor.id, FEEDBACK_SHOWN)
  const free = first
    ? await nextFree(app, {
        mentorId: mentor.id,
        minutes: first.minutes,
        free: (first.pricePence ?? mentor.pricePence) === 0,
      })
    : []
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
    helpWith: mentor.helpWith,
    topics: mentor.topics,
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
    price: priceInWords(mentor.pricePence),
    refundRule: POLICY_SENTENCES[mentor.cancelPolicy],
    rating: { average: mentor.ratingAverage, count: mentor.ratingCount },
    feedback: feedback.map(({ id, author, rating, text, answer, startsAt }) => ({
      id,
      author,
      stars: rating,
      text,
      answer,
      month: monthOfKey(dateKeyIn(startsAt, mentor.timeZone)),
    })),
    timeZone: mentor.timeZone,
    visitorZone: zoneOfCookie(request.headers.get('cookie')),
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

/** The next free starts for the first session. */
async function nextFree(app: App, offer: Offered): Promise<Date[]> {
  const from = app.now()
  const slots = await readSlots(app, { ...offer, from, to: new Date(from.getTime() + DAYS_LOOKED_AHEAD * DAY_MS) })
  const free = slots.filter((slot) => !slot.taken)
  return free.slice(0, FREE_TIMES_SHOWN).map((slot) => slot.startsAt)
}

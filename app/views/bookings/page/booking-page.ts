/** A booking's own page: one reader for each of its parts, of rows that are read together. Server side. */
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import type { OpenedBooking } from '#server/site/guards/booking-guard'
import { readPageRows, type PageRows } from '#server/bookings/page-queries'
import { moveCityNames } from '#server/platform/reference/cities-abroad'
import * as m from '#messages/bookings'
import { dayTimeIn, formatDuration } from '#words/time'
import type { BookingHead, BookingPageParts } from '../../../ui/bookings/page/page-parts.ts'
import { NOTHING_SELECTED, selectionQuery } from '../../../ui/bookings/selection.ts'
import { masked } from '../booking-facts.ts'
import { langAttributesFor } from '../../site/lang-attributes.ts'
import { readAfterParts } from '../after-session/after-parts.ts'
import { buildCalendarLinks } from './calendar-links.ts'
import { readClocks, describeJoin } from './clocks.ts'
import { describePageMoney } from './money.ts'
import { describeOutcome } from './outcome.ts'
import { readPackageLine } from './package.ts'
import { describePassage } from './passage.ts'
import { createReader, type Reader } from './people.ts'
import { describePlans } from './plans.ts'
import { readProposalNotice } from './proposal.ts'
import { describeThread } from './thread.ts'
import { readWays } from './ways.ts'

/**
 * @param request.search Of the page's address, which may say what has just happened.
 * @param request.packagePage Of the package that the session was booked with, if the reader may open it.
 */
export async function readBookingPage(
  app: App,
  opened: OpenedBooking,
  { search, packagePage }: { search: URLSearchParams; packagePage: string | null },
): Promise<BookingPageParts> {
  const { booking, side } = opened
  const reader = createReader(app, opened)
  const rows = await readPageRows(app.db, booking)
  const money = describePageMoney(reader, rows)
  const after = await readAfterParts(app, reader)
  return {
    side,
    head: await readHead(app, reader, { packagePage, leg: rows.leg }),
    passage: describePassage(reader, money, after?.hasFeedback ?? false),
    outcome: describeOutcome(reader, money),
    clocks: readClocks(reader),
    join: describeJoin(reader),
    calendar: booking.status === 'confirmed' && !isOver(reader) ? buildCalendarLinks(app, reader) : null,
    topic: booking.topic,
    plans: describePlans(reader, money.returnable),
    ways: await readWays(app, reader, rows.moves),
    proposal: await readProposalNotice(app, reader),
    thread: describeThread(reader, rows.messages),
    brief: side === 'mentor' ? `/bookings/${booking.reference}/brief` : null,
    nextSteps: listNextSteps(reader),
    receipt: money.receipt,
    after,
    again: againWith(reader),
    endLinks: side === 'mentee' ? `/bookings/${booking.reference}/links` : null,
    done: search.get('links') === 'ended' ? m.linksEnded({ email: masked(booking.menteeEmail) }) : null,
    erase: side === 'mentee' && !booking.accountId ? `/bookings/${booking.reference}/erase` : null,
  }
}

async function readHead(
  app: App,
  reader: Reader,
  { packagePage, leg }: { packagePage: string | null; leg: PageRows['leg'] },
): Promise<BookingHead> {
  const { booking, side, people } = reader
  const { name } = people.other
  return {
    reference: booking.reference,
    title: booking.sessionTitle,
    ...langAttributesFor(null),
    line: m.onVideoWith({ duration: formatDuration(booking.minutes), name }),
    face: { name, picture: side === 'mentee' ? booking.mentorPortrait : null },
    leg: side === 'mentee' && leg ? moveCityNames(leg) : null,
    package: await readPackageLine(app, reader, packagePage),
  }
}

/** What is to be done before the session and after it, by the reader's side. */
function listNextSteps({ booking, side, people, now }: Reader): string[] {
  if (booking.status !== 'confirmed' || booking.startsAt <= now) return []
  const { timeZone } = people.own.clock
  const { firstName } = people.other
  const when = dayTimeIn(booking.startsAt, timeZone)
  return side === 'mentee'
    ? [m.messageQuestions({ name: firstName }), m.joinFromPage({ when }), m.giveFeedbackAfter()]
    : [m.readTopic({ name: firstName }), m.joinFromPage({ when })]
}

/** For a mentee whose session is over or cancelled, while the mentor is listed. */
function againWith(reader: Reader): BookingPageParts['again'] {
  const { booking, side } = reader
  if (side === 'mentor' || booking.mentorStatus !== 'accepted') return null
  if (booking.status === 'confirmed' && !isOver(reader)) return null
  const selection = selectionQuery({ ...NOTHING_SELECTED, session: booking.sessionTypeId }, null)
  return { name: booking.mentorName, to: `/mentors/${booking.mentorSlug}/book${selection}` }
}

const isOver = ({ booking, now }: Reader) => minutesAfter(booking.startsAt, booking.minutes) <= now

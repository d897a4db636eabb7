/**
 * What holds for every email of the product: it has a heading, and every time in its text says in which place and how far
 * from UTC. The tables have a row for each kind, so a new kind that is missing here fails the type check.
 */
import { describe, expect, it } from 'vitest'
import { toMinorUnits } from '#domain/payments/money'
import { digestEmail } from './accounts/admin-digest/mails.tsx'
import { accountEmail, type AccountMail } from './accounts/mails.tsx'
import { afterSessionEmail } from './bookings/after-session/mails.tsx'
import { linksEmail, newLinkEmail } from './bookings/links/mails.tsx'
import { formatSession } from '#server/bookings/links/render-mail'
import { bookingEmail, type BookingMail } from './bookings/mails/mails.tsx'
import { clockNotesFor } from '#server/bookings/mails/clock-notes'
import { sessionEmail, type SessionMail } from './bookings/mails/session-mails.tsx'
import { sessionPart, withExtras } from '#server/bookings/mails/session-part'
import {
  linkEndedEmail,
  linkReadyEmail,
  payNoLongerEmail,
  payRequestedEmail,
} from './bookings/payment-requests/mails.tsx'
import { messageEmail, movedEmail, proposedEmail, withdrawnEmail } from './bookings/session-moves/mails.tsx'
import { confirmWaitlistEmail, timeFreeEmail } from './bookings/waitlist/mails.tsx'
import { confirmSeatWaitlistEmail, seatFreeEmail } from './cohorts/seats/waitlist/mails.tsx'
import { packageEmail, type PackageMailKind } from './packages/mails.tsx'
import { seatEmail, type SeatMailKind } from './cohorts/seats/mails.tsx'
import { cohortOpenEmail, confirmCrossingWaitlistEmail } from './cohorts/crossing-waitlist/mails.tsx'
import { cohortEmail } from './cohorts/mails/mails.tsx'
import type { BookedSession } from '#server/bookings/queries'
import type { CohortMailKind } from '#server/platform/db/tables/cohort-tables'
import type { MentorMailKind } from '#server/platform/db/tables/mentor-tables'
import type { AfterSessionMail, MailAbout, MailKind, MailRecipient } from '#server/platform/db/tables'
import { checkEmail } from './mentors/checks/mails.tsx'
import { agreementEmail } from './discounts/mails.tsx'
import { claimEmail } from './mentors/claim/mails.tsx'
import { payoutAccountEmail } from './mentors/mails/account-mails.tsx'
import { statementEmail } from './tax-documents/statements/mails.tsx'
import { mentorEmail } from './mentors/mails/mails.tsx'
import { mailedBooking } from '../tests/support/bookings/mailed-booking.ts'
import { renderEmail, type EmailContent, type Sender } from './platform/mail/email.tsx'
import { inLanguage } from '#server/platform/language/language'
import { ALL_LANGUAGES, LANGUAGES } from '../messages/languages.ts'
import { isLatin, isRightToLeft } from '../messages/runtime.ts'

const sender: Sender = { siteName: 'Landfall', support: 'help@landfall.test' }
const LINK = 'https://landfall.test/bookings/B-7KQ2-M9XP/c2VjcmV0'
const CROSSING = { from: 'India', to: 'the United Kingdom' }
const COHORT = { title: 'First term in Lyon', dates: 'Monday 2 September 2030 to Friday 25 October 2030' }
const NOW = new Date('2030-03-25T09:00:00Z')

/** With a mentor in Manchester, a city that is not the one of its zone, in the week in which its clocks change. */
const booking = {
  ...mailedBooking,
  topic: 'First weeks',
  mentorLocation: 'Manchester, United Kingdom',
  mentorHomeZone: 'Europe/London',
  mentorTimeZone: 'Europe/London',
  menteeTimeZone: 'Asia/Kolkata',
  startsAt: new Date('2030-04-02T09:00:00Z'),
}
const before = { at: new Date('2030-03-29T10:00:00Z'), mentorZone: 'Europe/London' }
const notes = (side: MailRecipient) => clockNotesFor(side, booking as unknown as BookedSession, NOW)
const paid = toMinorUnits(4500)
const none = toMinorUnits(0)
const sent = { currency: 'GBP', paid, returned: none, onTheWay: paid, delayed: none, kept: none }

const toMentee = (kind: BookingMail['kind']) =>
  bookingEmail(
    {
      kind,
      booking,
      clockNotes: notes('mentee'),
      pageUrl: LINK,
      confirmUrl: LINK,
      money: sent,
      nextFree: [{ startsAt: before.at, mentorZone: 'Europe/London' }],
    },
    sender,
  )
const around = (kind: SessionMail['kind']) => (reader: MailRecipient) =>
  sessionEmail({
    kind,
    reader,
    booking,
    money: { paid, back: paid },
    clockNotes: notes(reader),
    pageUrl: LINK,
    now: NOW,
  })
const afterwards = (kind: AfterSessionMail) => (recipient: MailRecipient) =>
  afterSessionEmail({
    kind,
    recipient,
    booking,
    pageUrl: LINK,
    noShow: { absent: recipient, reportedAt: booking.startsAt, outcome: 'present', byAdmin: true },
    completion: { note: 'Well begun.', notedAt: NOW, steps: [{ text: 'Open an account', dueOn: '2030-04-20' }] },
    problem: { side: recipient, refundPence: paid, answer: 'We are sorry.' },
  })
const about = (recipient: MailRecipient) => ({ booking, recipient, link: LINK, clockNotes: notes(recipient) })

const bought = {
  mentorName: 'Ada Lovelace',
  menteeName: 'Grace Hopper',
  sessionTitle: 'First ninety days',
  minutes: 60,
  sessions: 3,
  startsAt: new Date('2031-04-02T09:00:00Z'),
  menteeTimeZone: 'Asia/Kolkata',
  pricePence: paid,
  currency: 'GBP',
  paidAmountPence: paid,
  termsVersion: '2026-11',
  termsAcceptedAt: NOW,
  cancelledBy: 'mentee',
} as const
const ofPackage = (kind: PackageMailKind, recipient: MailRecipient) =>
  packageEmail({ kind, recipient, bought, left: 2, pageUrl: LINK, mentorUrl: LINK, money: sent })

const forPayer = { booking, mentee: 'Grace' }

const ofBookings: Record<MailKind, (recipient: MailRecipient) => EmailContent> = {
  booking_confirmed: (to) => (to === 'mentee' ? toMentee('booking_confirmed') : around('booking_confirmed')(to)),
  booking_cancelled: (to) => (to === 'mentee' ? toMentee('booking_cancelled') : around('booking_cancelled')(to)),
  payment_returned: () => toMentee('payment_returned'),
  refund_given: () => toMentee('refund_given'),
  package_ends: () => ofPackage('package_ends', 'mentee'),
  confirm_address: () => toMentee('confirm_address'),
  reminder_day: around('reminder_day'),
  reminder_hour: around('reminder_hour'),
  session_over: around('session_over'),
  no_show_reported: afterwards('no_show_reported'),
  no_show_contested: afterwards('no_show_contested'),
  no_show_decided: afterwards('no_show_decided'),
  next_steps: afterwards('next_steps'),
  problem_resolved: afterwards('problem_resolved'),
  session_moved: (to) => movedEmail({ ...about(to), movedBy: 'mentee', from: before, refund: null }),
  times_proposed: () =>
    proposedEmail({
      ...about('mentee'),
      times: [{ startsAt: before.at, mentorZone: 'Europe/London' }],
      answerBy: NOW,
      refund: '£45.00',
    }),
  proposal_withdrawn: () => withdrawnEmail(about('mentee')),
  payment_request: (to) =>
    to === 'mentee' ? linkReadyEmail(booking, LINK, sender) : payRequestedEmail(forPayer, LINK, sender),
  payment_request_ended: (to) => (to === 'mentee' ? linkEndedEmail(booking, LINK) : payNoLongerEmail(forPayer)),
  message: (to) => messageEmail({ ...about(to), messages: [{ body: 'Look first.', createdAt: NOW }] }),
}

const facts = { message: 'Well done.', reason: 'No reply came.', requests: { about: 'Say more.' } }
const required = { due: ['individual.dob.day'], dueBy: '2030-04-02', disabledReason: 'rejected.fraud' }
const ofMentors = (): Record<MentorMailKind, EmailContent> => ({
  ...mapKinds(
    [
      ...(['received', 'accepted', 'rejected', 'changes_requested', 'withdrawn', 'paused', 'resumed'] as const),
      ...(['suspended', 'reinstated', 'edit_accepted', 'edit_rejected', 'edit_changes_requested'] as const),
      ...(['payee_changed', 'tax_details_changed', 'paid_out', 'transferred', 'transfer_reversed'] as const),
      ...(['account_active', 'account_needs', 'account_rejected', 'bank_payout_failed'] as const),
    ],
    (kind) => {
      const mail = {
        kind,
        facts: { ...facts, ...required, answerBy: '2030-04-02', cancelled: 2, amountPence: 4500, sessions: 2 },
        slug: 'ada',
        publicUrl: 'https://landfall.test',
      }
      return payoutAccountEmail(mail, sender) ?? mentorEmail(mail, sender)
    },
  ),
  discount_agreement: agreementEmail(
    {
      code: {
        code: '2030',
        batch: null,
        terms: { percent: 25, amount: null },
        appliesTo: 'both',
        sessionTypeIds: null,
        cohortIds: null,
        sessionTitles: [],
        cohortTitles: [],
        validFrom: NOW,
        validUntil: null,
        createdAt: NOW,
        maxRedemptions: null,
        maxPerPerson: 1,
      },
      zone: 'Asia/Kolkata',
      place: 'Kolkata',
      publicUrl: 'https://landfall.test',
    },
    sender,
  ),
  statement: statementEmail(
    {
      month: '2030-03',
      balances: [{ currency: 'GBP', closing: 4050 }],
      attachments: [{ name: 'statement-2030-03.pdf', type: 'application/pdf', content: 'A statement' }],
      publicUrl: 'https://landfall.test',
    },
    sender,
  ),
})
const ofAccounts = (): Record<AccountMail['kind'], EmailContent> =>
  mapKinds(
    [
      ...(['sign_up', 'has_account', 'reset', 'new_email', 'reopen', 'password_changed', 'email_changing'] as const),
      ...(['email_changed', 'sign_in_attempts', 'sign_in_changed', 'became_admin', 'code_attempts'] as const),
      'password_attempts' as const,
    ],
    (kind) => accountEmail({ kind, url: LINK, resetUrl: LINK }, sender),
  )

function mapKinds<Kind extends string>(
  kinds: readonly Kind[],
  write: (kind: Kind) => EmailContent,
): Record<Kind, EmailContent> {
  return Object.fromEntries(kinds.map((kind) => [kind, write(kind)])) as Record<Kind, EmailContent>
}

const seat = {
  title: 'First term in Lyon',
  mentorName: 'Ada Lovelace',
  menteeName: 'Grace Hopper',
  startsOn: '2030-09-02',
  endsOn: '2030-10-25',
  startsAt: new Date('2030-09-02T00:00:00Z'),
  pricePence: paid,
  currency: 'GBP',
  paidAmountPence: paid,
  paidAt: NOW,
  payBefore: NOW,
  termsVersion: '2026-11',
  termsAcceptedAt: NOW,
  cancelPolicy: 'firm',
  refundCeiling: 100,
  cancelledBy: 'product',
} as const
const ofSeats = (recipient: MailRecipient) =>
  mapKinds(
    [
      ...(['booking_confirmed', 'booking_cancelled', 'payment_returned', 'refund_given'] as const),
      ...(['confirm_address', 'question', 'answer'] as const),
    ] satisfies SeatMailKind[],
    (kind) =>
      seatEmail(
        {
          kind,
          recipient,
          seat,
          pageUrl: LINK,
          cohortUrl: LINK,
          confirmUrl: LINK,
          money: sent,
          question: { question: 'Do I need a guarantor?', answer: 'For most rooms, yes.' },
        },
        sender,
      ),
  )

const writeSession = () => ({
  reference: booking.reference,
  is: 'Session' as const,
  words: formatSession({ ...booking, sessionTitle: 'First ninety days' }),
  url: LINK,
})
const renderEmails = (session = writeSession()): Record<MailAbout, Record<string, EmailContent>> => ({
  booking: Object.fromEntries(
    (['mentee', 'mentor'] as const).flatMap((side) => [
      ...Object.entries(ofBookings).map(([kind, write]): [string, EmailContent] => [
        `${kind} to the ${side}`,
        withExtras(write(side), { session: sessionPart(booking, side), invitation: null }),
      ]),
      ...Object.entries(ofSeats(side)).map(([kind, content]): [string, EmailContent] => [
        `${kind} of a seat, to the ${side}`,
        content,
      ]),
      ...(['booking_confirmed', 'booking_cancelled', 'payment_returned', 'refund_given'] as const).map(
        (kind): [string, EmailContent] => [`${kind} of a package, to the ${side}`, ofPackage(kind, side)],
      ),
    ]),
  ),
  booking_links: {
    one: linksEmail([session], sender),
    several: linksEmail([session, { ...session, reference: 'B-0000-0000', is: 'Cohort' }], sender),
    new_link: newLinkEmail(session),
  },
  mentor: ofMentors(),
  account: ofAccounts(),
  check: { code: checkEmail({ kind: 'work_address', code: '123456', link: LINK }, sender) },
  claim: { link: claimEmail({ url: LINK }, sender) },
  cohort: mapKinds(['received', 'accepted', 'rejected', 'changes_requested'] satisfies CohortMailKind[], (kind) =>
    cohortEmail(
      {
        kind,
        facts: { message: 'Well done.', answerBy: '2030-04-02' },
        title: 'First term in Lyon',
        slug: 'first-term-in-lyon',
        published: true,
        publicUrl: 'https://landfall.test',
      },
      sender,
    ),
  ),
  waiting: {
    asked: confirmWaitlistEmail({ mentorName: 'Ada Lovelace', link: LINK, confirmed: false }, sender),
    asked_again: confirmWaitlistEmail({ mentorName: 'Ada Lovelace', link: LINK, confirmed: true }, sender),
    time_free: timeFreeEmail({
      mentorName: 'Ada Lovelace',
      startsAt: NOW,
      clock: { timeZone: 'Europe/London', place: 'Manchester' },
      book: LINK,
      link: LINK,
    }),
  },
  cohort_interest: {
    asked: confirmCrossingWaitlistEmail({ crossing: CROSSING, link: LINK, confirmed: false }, sender),
    asked_again: confirmCrossingWaitlistEmail({ crossing: CROSSING, link: LINK, confirmed: true }, sender),
    cohort_open: cohortOpenEmail({ crossing: CROSSING, cohorts: [COHORT], see: LINK, link: LINK }),
    cohorts_open: cohortOpenEmail({ crossing: CROSSING, cohorts: [COHORT, COHORT], see: LINK, link: LINK }),
  },
  seat_waiting: {
    asked: confirmSeatWaitlistEmail({ title: COHORT.title, link: LINK, confirmed: false }, sender),
    asked_again: confirmSeatWaitlistEmail({ title: COHORT.title, link: LINK, confirmed: true }, sender),
    seat_free: seatFreeEmail({ ...COHORT, mentorName: 'Elif Demir', join: LINK, link: LINK }),
  },
  digest: {
    daily: digestEmail(
      { submissions: { count: 1, since: NOW }, concerns: [{ kind: 'refund_failed', count: 1 }], link: LINK },
      sender,
    ),
  },
})
const listEmails = () =>
  Object.entries(renderEmails()).flatMap(([kind, written]) =>
    Object.entries(written).map(([name, content]): [string, EmailContent] => [`${kind}, ${name}`, content]),
  )

/** Each time of day that stands without the place whose clock shows it. */
const bareTimes = (text: string) => text.match(/\b\d\d:\d\d\b(?! \([^()]+, UTC[+−]\d)(?!s in )/g) ?? []

describe.each(listEmails())('the email %s', (_name, content) => {
  const { subject, text, html } = renderEmail(content, 'Grace Hopper', sender)

  it('says in a few words what it is about, before it greets', () => {
    expect(content.heading.length).toBeLessThanOrEqual(44) // What fits on two lines of the large size.
    expect(content.heading).not.toMatch(/\d\d:\d\d/)
    expect(html).toMatch(/<h1[^>]*>[^<]+<\/h1>/)
  })

  it('names with every time the place and its offset, the mentor’s city rather than that of its zone', () => {
    expect(bareTimes(`${subject}\n${text}`)).toEqual([])
    expect(`${subject}${text}${html}`).not.toContain('London')
  })
})

it('names clock changes by the reader’s and the other’s place, as the booking’s page does', () => {
  expect(notes('mentor')).toEqual(['Clocks in Manchester go forward 1 hour on Sunday 31 March, before your session.'])
  expect(renderEmails().booking['session_moved to the mentee']!.after).toContain(notes('mentee').join(' '))
})

/** Names, and what people wrote. */
const AS_TYPED =
  `Landfall|Stripe|PDF|Ada Lovelace|Ada|Grace Hopper|Grace|Elif Demir|UTC|Google|Kolkata|Manchester, United Kingdom|Manchester
First ninety days|First weeks|Well done.|Say more.|No reply came.|Well begun.|Open an account|We are sorry.|Look first.
Do I need a guarantor?|For most rooms, yes.`
    .split(/[|\n]/)
    .concat(COHORT.title, COHORT.dates, CROSSING.from, CROSSING.to)
    .toSorted((a, b) => b.length - a.length)

/** Addresses and references. */
const NO_WORDS = /https?:\/\/\S+|\S+@\S+|\bB-[\dA-Z]{4}-[\dA-Z]{4}\b/g

/** What an email says of its own, by lines. */
const ownLines = (content: EmailContent): string[] => {
  const { subject, text } = renderEmail(content, 'Grace Hopper', sender)
  const said = [subject, content.heading, content.button, text].join('\n').replaceAll(NO_WORDS, '|')
  return AS_TYPED.reduce((rest, typed) => rest.replaceAll(typed, '|'), said).split('\n')
}

/** Admins read English. */
const listTranslated = () => listEmails().filter(([name]) => !name.startsWith('digest'))

const ENGLISH = new Set(listTranslated().flatMap(([, content]) => ownLines(content)))
/** English words that Spanish, French and Portuguese do not have. */
const ENGLISH_WORD = /(?<!\p{L})(the|you|your|with|and|this|that|will|from|have|when|of|is|are|at|it)(?!\p{L})/iu
const isEnglish = (line: string) => ENGLISH_WORD.test(line) || (ENGLISH.has(line) && /[a-z]{2} [a-z]{2}/i.test(line))

describe.each(ALL_LANGUAGES.filter((language) => language !== 'en'))('in %s, every email', (language) => {
  it('has no English word that is no name', () => {
    const isStray = inLanguage(language, isLatin) ? isEnglish : (line: string) => /[a-z]{2}/i.test(line)
    const lines = inLanguage(language, () => listTranslated().flatMap(([, content]) => ownLines(content)))
    expect(lines.filter(isStray)).toEqual([])
  })

  it('says its language, and its direction where that is from the right', () => {
    const head = `<html lang="${LANGUAGES[language].tag}"${inLanguage(language, isRightToLeft) ? ' dir="rtl"' : ''}>`
    const pages = inLanguage(language, () =>
      listTranslated().map(([, content]) => renderEmail(content, '', sender).html),
    )
    expect(pages.filter((html) => !html.includes(head))).toEqual([])
  })
})

/**
 * SQL for the language of each email: its recipient's. An account's last choice counts before the language of what the
 * email is about, since anyone can book or ask with another person's address.
 */
import { FALLBACK, type Language } from '../messages/languages.ts'
import type { App } from '#server/context'
import type { Db } from '#server/platform/db/connect'
import type { MailAbout } from '#server/platform/db/tables'
import { toOfferedLanguage } from '#server/platform/language/language'
import type { WaitingMail } from '#server/platform/mail/outbox/send-mail'

type Found = { language: string | null } | undefined

/** Undefined, or a row without a language: none is known of the recipient. `SITE`: that of the request is not the recipient's. */
type Find = (db: Db, mail: WaitingMail) => Promise<Found | typeof SITE>
const SITE = 'site'

/** Of a mentor who has chosen none, the site's: the request that caused the email may be another person's. */
const findMentorLanguage: Find = async (db, { subject }) =>
  orSite(await selectMentor(db).where('mentors.id', '=', subject).executeTakeFirst())

const findWaitlistLanguage: Find = (db, { subject }) =>
  db
    .selectFrom('waitingList')
    .leftJoin('accounts', 'accounts.email', 'waitingList.email')
    .select(({ fn }) => fn.coalesce('accounts.language', 'waitingList.language').as('language'))
    .where('waitingList.id', '=', subject)
    .executeTakeFirst()

const findMenteeLanguage: Find = (db, { subject }) =>
  db
    .selectFrom('bookings')
    .leftJoin('accounts', 'accounts.id', 'bookings.accountId')
    .select(({ fn }) => fn.coalesce('accounts.language', 'bookings.language').as('language'))
    .where('bookings.id', '=', subject)
    .executeTakeFirst()

/** The mentor of a session, or of a cohort. */
const findBookedMentorLanguage: Find = async (db, { subject }) =>
  orSite(
    (await selectMentor(db)
      .innerJoin('bookings', 'bookings.mentorId', 'mentors.id')
      .where('bookings.id', '=', subject)
      .executeTakeFirst()) ??
      (await selectProposer(db)
        .innerJoin('bookings', 'bookings.cohortId', 'cohorts.id')
        .where('bookings.id', '=', subject)
        .executeTakeFirst()),
  )

const findAccountLanguage = (db: Db, email: string): Promise<Found> =>
  db.selectFrom('accounts').select('language').where('email', '=', email).executeTakeFirst()

const finders: Record<MailAbout, Find> = {
  account: async (db, { kind, subject, recipient }) => {
    if (kind !== 'link') return findAccountLanguage(db, recipient)
    const link = await db.selectFrom('links').select('email').where('id', '=', subject).executeTakeFirst()
    return link && findAccountLanguage(db, link.email)
  },
  booking: (db, mail) =>
    mail.recipient === 'mentor' ? findBookedMentorLanguage(db, mail) : findMenteeLanguage(db, mail),
  booking_links: (db, mail) =>
    mail.kind === 'new_link' ? findMenteeLanguage(db, mail) : findAccountLanguage(db, mail.recipient),
  mentor: findMentorLanguage,
  check: async () => undefined,
  claim: async () => undefined,
  cohort: async (db, { subject }) =>
    orSite(await selectProposer(db).where('cohorts.id', '=', subject).executeTakeFirst()),
  cohort_interest: findWaitlistLanguage,
  digest: async () => ({ language: FALLBACK }), // As the pages that it leads to.
  seat_waiting: findWaitlistLanguage,
  waiting: findWaitlistLanguage,
}

const orSite = (found: Found) => (found?.language ? found : SITE)

const selectMentor = (db: Db) =>
  db.selectFrom('mentors').innerJoin('accounts', 'accounts.id', 'mentors.accountId').select('accounts.language')

const selectProposer = (db: Db) =>
  db.selectFrom('cohorts').innerJoin('accounts', 'accounts.id', 'cohorts.accountId').select('accounts.language')

/** The language of an email's recipient. If none is known of them, that of the request which caused it, else the site's own. */
export async function findMailLanguage({ db, config }: App, mail: WaitingMail): Promise<Language> {
  const found = await finders[mail.about](db, mail)
  return toOfferedLanguage(found === SITE ? null : (found?.language ?? mail.language), config.LANGUAGES)
}

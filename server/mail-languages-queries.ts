/**
 * SQL for the language of each email: its recipient's. An account's last choice counts before the language of what the
 * email is about, since anyone can book or ask with another person's address.
 */
import { sql } from 'kysely'
import { FALLBACK } from '../messages/languages.ts'

const ofMentor = sql`
  select account.language from mentors mentor join accounts account on account.id = mentor.account_id
  where mentor.id = outbox.subject`

const ofProposer = sql`
  select account.language from cohorts cohort join accounts account on account.id = cohort.account_id
  where cohort.id = outbox.subject`

/** The mentor of a session, or of a cohort. */
const ofBookedMentor = sql`
  select account.language from bookings booking
  left join mentors mentor on mentor.id = booking.mentor_id
  left join cohorts cohort on cohort.id = booking.cohort_id
  join accounts account on account.id = coalesce(mentor.account_id, cohort.account_id)
  where booking.id = outbox.subject`

const ofMentee = sql`
  select coalesce(account.language, booking.language) from bookings booking
  left join accounts account on account.id = booking.account_id
  where booking.id = outbox.subject`

const ofWaitlistEntry = sql`
  select coalesce(account.language, entry.language) from waiting_list entry
  left join accounts account on account.email = entry.email
  where entry.id = outbox.subject`

/** A link's email goes to the address of the link; the recipient of the others is an address. */
const ofAccount = sql`
  select account.language from accounts account
  where account.email = case when outbox.kind = 'link' then (select email from links where id = outbox.subject)
    else outbox.recipient end`

/**
 * The language of the recipient of a row of `outbox`, or of the request that caused the email if none is known of them. Null where that
 * request may be another person's: then it is the site's.
 */
export const mailLanguage = sql<string | null>`
  case
    when outbox.about = 'digest' then ${sql.lit(FALLBACK)} -- As the pages that it leads to.
    when outbox.about = 'mentor' then (${ofMentor})
    when outbox.about = 'cohort' then (${ofProposer})
    when outbox.about = 'booking' and outbox.recipient = 'mentor' then (${ofBookedMentor})
    else coalesce(
      case
        when outbox.about = 'booking' or outbox.about = 'booking_links' and outbox.kind = 'new_link' then (${ofMentee})
        when outbox.about in ('account', 'booking_links') then (${ofAccount})
        when outbox.about in ('waiting', 'seat_waiting', 'cohort_interest') then (${ofWaitlistEntry})
      end, outbox.language)
  end`

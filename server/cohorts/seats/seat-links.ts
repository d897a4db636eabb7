/** Seats in cohorts for the email with the links to all bookings of an address. */
import type { ListLinks } from '#server/bookings/links/render-mail'
import { seatLink } from '#server/cohorts/seats/seat-link'
import { listSeatsOfAddress } from '#server/cohorts/seats/seats-queries'
import * as m from '#messages/emails'
import { dayAndYearOfKey } from '#words/time'

export const listSeatLinks: ListLinks = async (app, address, limit) =>
  (await listSeatsOfAddress(app.db, address, limit)).map((seat) => ({
    ...seat,
    link: { reference: seat.reference, is: 'Cohort', words: formatSeat(seat), url: seatLink(app, seat) },
  }))

type LinkedSeat = { title: string; mentorName: string; startsOn: string; endsOn: string }

/** "First term in Lyon with Elif Demir, Monday 2 September 2030 to Friday 25 October 2030" */
const formatSeat = ({ title, mentorName, startsOn, endsOn }: LinkedSeat): string =>
  m.linkedSeat({ title, name: mentorName, from: dayAndYearOfKey(startsOn), to: dayAndYearOfKey(endsOn) })

import { toMinorUnits } from '#domain/payments/money'
import type { BookingMail } from '../../../server/bookings/mails/mails.tsx'
import type { sessionPart } from '#server/bookings/mails/session-part'

/** What an email says of a paid booking: Grace with Ada, who is in Kolkata, for Tuesday 8 January 2030. */
export const mailedBooking = {
  reference: 'B-7KQ2-M9XP',
  status: 'confirmed',
  mentorName: 'Ada Lovelace',
  mentorLocation: 'Kolkata, India',
  mentorHomeZone: 'Asia/Kolkata',
  menteeName: 'Grace Hopper',
  sessionTitle: 'First ninety days',
  startsAt: new Date('2030-01-08T09:00:00Z'),
  minutes: 60,
  menteeTimeZone: 'Europe/London',
  mentorTimeZone: 'Asia/Kolkata',
  pricePence: toMinorUnits(4500),
  currency: 'GBP',
  paidAt: new Date('2030-01-07T09:00:00Z'),
  paidAmountPence: toMinorUnits(4500),
  termsVersion: '2026-11',
  termsAcceptedAt: new Date('2030-01-07T09:00:00Z'),
  earlyStartAskedAt: new Date('2030-01-07T09:00:00Z'),
  payBefore: new Date('2030-01-07T09:30:00Z'),
  cancelPolicy: 'flexible',
  refundCeiling: 100,
  cancelledBy: null,
  lastProposal: null,
  cancelMessage: '',
} satisfies BookingMail['booking'] & Parameters<typeof sessionPart>[0]

/** The emails about an application, a profile and its states. What an admin wrote stands in them word for word. */
import { FIELD_NAMES, type MentorField } from '#domain/mentors/content'
import { formatPence, toPence } from '#domain/payments/money'
import { plural } from '#domain/quantities'
import { dayAndYearIn } from '#domain/time/clock'
import type { Facts, EmailContent, Sender } from '../../platform/mail/email.tsx'

/** `answerBy`: the promised day, `YYYY-MM-DD`. `cancelled`: how many sessions were cancelled. */
type MentorMail = {
  kind: string
  facts: {
    message?: string
    reason?: string
    requests?: Partial<Record<MentorField, string>>
    answerBy?: string
    cancelled?: number
    amountPence?: number
    sessions?: number
  }
  slug: string
  publicUrl: string
}

const application = ({ publicUrl }: MentorMail) => `${publicUrl}/become-a-mentor`
const desk = ({ publicUrl }: MentorMail) => `${publicUrl}/desk`
const pause = (mail: MentorMail) => `${desk(mail)}/pause`
const money = (mail: MentorMail) => `${desk(mail)}/money`
const profile = ({ publicUrl }: MentorMail) => `${publicUrl}/profile`
const page = ({ publicUrl, slug }: MentorMail) => `${publicUrl}/mentors/${slug}`

const listRequests = ({ facts }: MentorMail): Facts =>
  Object.entries(facts.requests ?? {}).map(([field, request]) => [FIELD_NAMES[field as MentorField], request])

const words = (text: string | undefined) => (text ? [text] : [])

const cancelled = ({ facts }: MentorMail) =>
  facts.cancelled
    ? [
        `${plural(facts.cancelled, 'session')} that ${facts.cancelled === 1 ? 'was' : 'were'} upcoming ${facts.cancelled === 1 ? 'is' : 'are'} cancelled. Everyone who had booked gets an email and a full refund.`,
      ]
    : []

const writers: Record<string, (mail: MentorMail, sender: Sender) => EmailContent> = {
  received: (mail, { siteName }) => ({
    heading: 'We received your application',
    subject: `We received your application to ${siteName}`,
    before: [
      'Thank you for applying. We’ll review your application. It isn’t public until then.',
      ...(mail.facts.answerBy
        ? [`You’ll get a reply by ${dayAndYearIn(new Date(`${mail.facts.answerBy}T12:00:00Z`), 'UTC')}.`]
        : []),
    ],
    link: application(mail),
    button: 'Open your application',
    after: ['There you can see its status, change it or withdraw it.'],
  }),
  accepted: (mail, { siteName }) => ({
    heading: 'You’re now a mentor',
    subject: `You’re now a mentor at ${siteName}`,
    before: ['Your application was accepted, and your page is public.', ...words(mail.facts.message)],
    link: page(mail),
    button: 'See your page',
    after: [`Set your hours before your first booking: ${desk(mail)}/hours`],
  }),
  rejected: (mail, { siteName }) => ({
    heading: 'Your application was not accepted',
    subject: `Your application to ${siteName}`,
    before: ['We reviewed your application and didn’t accept it. Reason:', ...words(mail.facts.message)],
    link: application(mail),
    button: 'Open your application',
    after: ['You can apply again if this changes. We kept what you wrote.'],
  }),
  changes_requested: (mail, { siteName }) => ({
    heading: 'Changes requested',
    subject: `Changes requested for your application to ${siteName}`,
    before: ['We reviewed your application and need these changes:', ...words(mail.facts.message)],
    facts: listRequests(mail),
    link: application(mail),
    button: 'Open your application',
    after: ['Make the changes there and send it again.'],
  }),
  withdrawn: (mail, { siteName }) => ({
    heading: 'You have withdrawn',
    subject: `You have withdrawn from ${siteName}`,
    before: ['You’re no longer a mentor, and your page isn’t public.', ...cancelled(mail)],
    link: application(mail),
    button: 'Open your application',
    after: ['You can apply again at any time. We kept what you wrote.'],
  }),
  paused: (mail, { siteName }) => ({
    heading: 'Your page is paused',
    subject: `Your page at ${siteName} is paused`,
    before: ['You can’t be booked for now. Your booked sessions are kept.', ...words(mail.facts.reason)],
    link: pause(mail),
    button: 'Open your desk',
    after: ['You can resume your page there.'],
  }),
  resumed: (mail, { siteName }) => ({
    heading: 'People can book you again',
    subject: `People can book you at ${siteName} again`,
    before: ['Your page is public again.'],
    link: page(mail),
    button: 'See your page',
    after: [],
  }),
  suspended: (mail, { siteName, support }) => ({
    heading: 'Your page is suspended',
    subject: `Your page at ${siteName} is suspended`,
    before: [
      'Your page is no longer public, and you can’t be booked.',
      ...words(mail.facts.reason),
      ...cancelled(mail),
    ],
    after: [`If you think this is a mistake, write to ${support}.`],
  }),
  reinstated: (mail, { siteName }) => ({
    heading: 'Your page can be resumed',
    subject: `Your page at ${siteName} can be resumed`,
    before: ['The suspension has ended. Your page is paused until you resume it.', ...words(mail.facts.message)],
    link: pause(mail),
    button: 'Open your desk',
    after: [],
  }),
  edit_accepted: (mail) => ({
    heading: 'Your changes are public',
    subject: 'Your changes are public',
    before: ['We accepted your profile changes.', ...words(mail.facts.message)],
    link: page(mail),
    button: 'See your page',
    after: [],
  }),
  edit_rejected: (mail) => ({
    heading: 'Your changes were not accepted',
    subject: 'Your changes were not accepted',
    before: ['Your page stays as it was. Reason:', ...words(mail.facts.message)],
    link: profile(mail),
    button: 'Open your profile',
    after: [],
  }),
  edit_changes_requested: (mail) => ({
    heading: 'Changes requested',
    subject: 'Changes requested for your profile',
    before: ['Your page stays as it was until then. We need these changes:', ...words(mail.facts.message)],
    facts: listRequests(mail),
    link: profile(mail),
    button: 'Open your profile',
    after: ['Make the changes there and save.'],
  }),
  payee_changed: (mail, { siteName, support }) => ({
    heading: 'Your payout details changed',
    subject: `Your payout details at ${siteName} changed`,
    before: ['Your next payout goes to the account just entered on your desk.'],
    link: money(mail),
    button: 'Open your desk',
    after: [`If this wasn’t you, change your password now and write to ${support}.`],
  }),
  paid_out: (mail, { siteName }) => {
    const amount = formatPence(toPence(mail.facts.amountPence ?? 0))
    return {
      heading: `We have paid you ${amount}`,
      subject: `${siteName} has paid you ${amount}`,
      before: [`${amount} for ${plural(mail.facts.sessions ?? 0, 'booking')} is on its way to your bank account.`],
      link: money(mail),
      button: 'Open your desk',
      after: ['See the details on your desk. International transfers take up to five working days.'],
    }
  },
}

export function mentorEmail(mail: MentorMail, sender: Sender): EmailContent {
  const write = writers[mail.kind]
  if (!write) throw new Error(`No email for ${mail.kind}`)
  return write(mail, sender)
}

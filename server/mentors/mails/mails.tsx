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
        `${plural(facts.cancelled, 'session')} that ${facts.cancelled === 1 ? 'was' : 'were'} still to come ${facts.cancelled === 1 ? 'is' : 'are'} cancelled. Everyone who had booked gets an email, and the whole amount back.`,
      ]
    : []

const writers: Record<string, (mail: MentorMail, sender: Sender) => EmailContent> = {
  received: (mail, { siteName }) => ({
    heading: 'We have your application',
    subject: `${siteName} has your application`,
    before: [
      'Thank you for applying. A person reads it, and nothing of it is public until then.',
      ...(mail.facts.answerBy
        ? [`You get an answer by ${dayAndYearIn(new Date(`${mail.facts.answerBy}T12:00:00Z`), 'UTC')}.`]
        : []),
    ],
    link: application(mail),
    button: 'Open your application',
    after: ['There you see where it stands, can change it, and can withdraw it.'],
  }),
  accepted: (mail, { siteName }) => ({
    heading: 'You are a mentor now',
    subject: `You are a mentor at ${siteName}`,
    before: ['Your application is accepted, and your page is public.', ...words(mail.facts.message)],
    link: page(mail),
    button: 'See your page',
    after: [`Set your hours before the first booking comes: ${desk(mail)}/hours`],
  }),
  rejected: (mail, { siteName }) => ({
    heading: 'Your application was not accepted',
    subject: `Your application to ${siteName}`,
    before: ['We read your application and did not accept it. This is why:', ...words(mail.facts.message)],
    link: application(mail),
    button: 'Open your application',
    after: ['If this changes, you may apply again. What you wrote is kept for that.'],
  }),
  changes_requested: (mail, { siteName }) => ({
    heading: 'Please change something',
    subject: `Your application to ${siteName}: please change something`,
    before: ['We read your application. Before we can accept it, we ask for this:', ...words(mail.facts.message)],
    facts: listRequests(mail),
    link: application(mail),
    button: 'Open your application',
    after: ['Change it there and send it again.'],
  }),
  withdrawn: (mail, { siteName }) => ({
    heading: 'You have withdrawn',
    subject: `You have withdrawn from ${siteName}`,
    before: ['You are no longer among the mentors, and nothing of your page is public.', ...cancelled(mail)],
    link: application(mail),
    button: 'Open your application',
    after: ['You may apply again whenever you like. What you wrote is kept for that.'],
  }),
  paused: (mail, { siteName }) => ({
    heading: 'Your page is paused',
    subject: `Your page at ${siteName} is paused`,
    before: ['You can’t be booked for now. Your booked sessions are kept.', ...words(mail.facts.reason)],
    link: pause(mail),
    button: 'Open your desk',
    after: ['The button that resumes your page is there.'],
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
    after: [`If you think that this is a mistake, write to ${support}.`],
  }),
  reinstated: (mail, { siteName }) => ({
    heading: 'Your page can be resumed',
    subject: `Your page at ${siteName} can be resumed`,
    before: ['The suspension of your page is over. It is paused until you resume it.', ...words(mail.facts.message)],
    link: pause(mail),
    button: 'Open your desk',
    after: [],
  }),
  edit_accepted: (mail) => ({
    heading: 'Your changes are public',
    subject: 'Your changes are public',
    before: ['We accepted the changes of your profile.', ...words(mail.facts.message)],
    link: page(mail),
    button: 'See your page',
    after: [],
  }),
  edit_rejected: (mail) => ({
    heading: 'Your changes were not accepted',
    subject: 'Your changes were not accepted',
    before: ['Your page stays as it was. This is why:', ...words(mail.facts.message)],
    link: profile(mail),
    button: 'Open your profile',
    after: [],
  }),
  edit_changes_requested: (mail) => ({
    heading: 'Please change something',
    subject: 'Please change something in your profile',
    before: ['Your page stays as it was until then. We ask for this:', ...words(mail.facts.message)],
    facts: listRequests(mail),
    link: profile(mail),
    button: 'Open your profile',
    after: ['Change it there and save it again.'],
  }),
  payee_changed: (mail, { siteName, support }) => ({
    heading: 'Where we pay you has changed',
    subject: `Where ${siteName} pays you has changed`,
    before: ['Your next payout goes to the account that was entered on your desk just now.'],
    link: money(mail),
    button: 'Open your desk',
    after: [`If it was not you, write to ${support} at once, and change your password.`],
  }),
  paid_out: (mail, { siteName }) => {
    const amount = formatPence(toPence(mail.facts.amountPence ?? 0))
    return {
      heading: `We have paid you ${amount}`,
      subject: `${siteName} has paid you ${amount}`,
      before: [`${amount} for ${plural(mail.facts.sessions ?? 0, 'booking')} is on its way to your bank account.`],
      link: money(mail),
      button: 'Open your desk',
      after: ['Your desk lists what it is for. Transfers between countries take up to five working days.'],
    }
  },
}

export function mentorEmail(mail: MentorMail, sender: Sender): EmailContent {
  const write = writers[mail.kind]
  if (!write) throw new Error(`No email for ${mail.kind}`)
  return write(mail, sender)
}

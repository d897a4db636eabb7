/** The emails about a proposed cohort. What an admin wrote stands in them word for word. */
import { dayAndYearIn } from '#domain/time/clock'
import type { EmailContent, Sender } from '../../platform/mail/email.tsx'

/** `published`: whether accepted cohorts are shown to everyone. */
type CohortMail = {
  kind: string
  facts: { message?: string; answerBy?: string }
  title: string
  slug: string
  published: boolean
  publicUrl: string
}

const proposal = ({ publicUrl }: CohortMail) => `${publicUrl}/cohorts/propose`

const words = (text: string | undefined) => (text ? [text] : [])

const writers: Record<string, (mail: CohortMail, sender: Sender) => EmailContent> = {
  received: (mail, { siteName }) => ({
    heading: 'We have your cohort',
    subject: `${siteName} has your cohort “${mail.title}”`,
    before: [
      'Thank you for proposing a cohort. A person reads it, and nothing of it is public until then.',
      ...(mail.facts.answerBy
        ? [`You get an answer by ${dayAndYearIn(new Date(`${mail.facts.answerBy}T12:00:00Z`), 'UTC')}.`]
        : []),
    ],
    link: proposal(mail),
    button: 'See your cohort',
    after: ['At this address you see where it stands, and can change it until it is decided.'],
  }),
  accepted: (mail) => ({
    heading: 'Your cohort is accepted',
    subject: `Your cohort “${mail.title}” is accepted`,
    before: [
      mail.published
        ? 'Your cohort is accepted, and its page is public.'
        : 'Your cohort is accepted. Its page becomes public when cohorts open.',
      ...words(mail.facts.message),
    ],
    button: 'See your cohort',
    link: mail.published ? `${mail.publicUrl}/cohorts/${mail.slug}` : proposal(mail),
    after: [],
  }),
  rejected: (mail) => ({
    heading: 'Your cohort was not accepted',
    subject: `Your cohort “${mail.title}”`,
    before: ['We read your proposal and did not accept it. This is why:', ...words(mail.facts.message)],
    link: proposal(mail),
    button: 'See your cohorts',
    after: ['What you wrote is kept there, in case you propose another.'],
  }),
  changes_requested: (mail) => ({
    heading: 'Please change something',
    subject: `Your cohort “${mail.title}”: please change something`,
    before: ['We read your proposal. Before we can accept it, we ask for this:', ...words(mail.facts.message)],
    link: proposal(mail),
    button: 'Change your cohort',
    after: ['Change it there and send it again.'],
  }),
}

export function cohortEmail(mail: CohortMail, sender: Sender): EmailContent {
  const write = writers[mail.kind]
  if (!write) throw new Error(`No email for ${mail.kind}`)
  return write(mail, sender)
}

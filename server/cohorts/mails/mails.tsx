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
  received: (mail) => ({
    heading: 'We received your cohort',
    subject: `We received your cohort “${mail.title}”`,
    before: [
      'Thank you for proposing a cohort. We’ll review it. It isn’t public until then.',
      ...(mail.facts.answerBy
        ? [`You’ll get a reply by ${dayAndYearIn(new Date(`${mail.facts.answerBy}T12:00:00Z`), 'UTC')}.`]
        : []),
    ],
    link: proposal(mail),
    button: 'See your cohort',
    after: ['There you can see its status and change it until we decide.'],
  }),
  accepted: (mail) => ({
    heading: 'Your cohort was accepted',
    subject: `Your cohort “${mail.title}” was accepted`,
    before: [
      mail.published
        ? 'Your cohort was accepted, and its page is public.'
        : 'Your cohort was accepted. Its page becomes public when cohorts open.',
      ...words(mail.facts.message),
    ],
    button: 'See your cohort',
    link: mail.published ? `${mail.publicUrl}/cohorts/${mail.slug}` : proposal(mail),
    after: [],
  }),
  rejected: (mail) => ({
    heading: 'Your cohort was not accepted',
    subject: `Your cohort “${mail.title}”`,
    before: ['We reviewed your proposal and didn’t accept it. Reason:', ...words(mail.facts.message)],
    link: proposal(mail),
    button: 'See your cohorts',
    after: ['We kept what you wrote in case you propose another.'],
  }),
  changes_requested: (mail) => ({
    heading: 'Changes requested',
    subject: `Changes requested for your cohort “${mail.title}”`,
    before: ['We reviewed your proposal and need these changes:', ...words(mail.facts.message)],
    link: proposal(mail),
    button: 'Change your cohort',
    after: ['Make the changes there and send it again.'],
  }),
}

export function cohortEmail(mail: CohortMail, sender: Sender): EmailContent {
  const write = writers[mail.kind]
  if (!write) throw new Error(`No email for ${mail.kind}`)
  return write(mail, sender)
}

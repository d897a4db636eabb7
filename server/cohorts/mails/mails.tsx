/** The emails about a proposed cohort. What an admin wrote stands in them word for word. */
import * as m from '#messages/emails'
import { dayAndYearOfKey } from '#words/time'
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
    heading: m.cohortReceivedHeading(),
    subject: m.cohortReceivedSubject({ title: mail.title }),
    before: [
      m.cohortReceivedIntro(),
      ...(mail.facts.answerBy ? [m.replyBy({ date: dayAndYearOfKey(mail.facts.answerBy) })] : []),
    ],
    link: proposal(mail),
    button: m.seeYourCohort(),
    after: [m.cohortReceivedStatus()],
  }),
  accepted: (mail) => ({
    heading: m.cohortAcceptedHeading(),
    subject: m.cohortAcceptedSubject({ title: mail.title }),
    before: [mail.published ? m.cohortAcceptedPublic() : m.cohortAcceptedLater(), ...words(mail.facts.message)],
    button: m.seeYourCohort(),
    link: mail.published ? `${mail.publicUrl}/cohorts/${mail.slug}` : proposal(mail),
    after: [],
  }),
  rejected: (mail) => ({
    heading: m.cohortRejectedHeading(),
    subject: m.cohortRejectedSubject({ title: mail.title }),
    before: [m.cohortRejectedReason(), ...words(mail.facts.message)],
    link: proposal(mail),
    button: m.seeYourCohorts(),
    after: [m.cohortRejectedKept()],
  }),
  changes_requested: (mail) => ({
    heading: m.changesRequested(),
    subject: m.cohortChangesSubject({ title: mail.title }),
    before: [m.cohortChangesIntro(), ...words(mail.facts.message)],
    link: proposal(mail),
    button: m.changeYourCohort(),
    after: [m.changeAndResend()],
  }),
}

export function cohortEmail(mail: CohortMail, sender: Sender): EmailContent {
  const write = writers[mail.kind]
  if (!write) throw new Error(`No email for ${mail.kind}`)
  return write(mail, sender)
}

/** The emails about an application, a profile and its states. What an admin wrote stands in them word for word. */
import type { MentorField } from '#domain/mentors/content'
import * as m from '#messages/emails'
import { FIELD_NAMES } from '#words/mentors/mentor-fields'
import { formatStoredAmount } from '#words/prices'
import { dayAndYearOfKey } from '#words/time'
import { describeAllStored, describeStored } from '#words/product-texts'
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
    currency?: string
    sessions?: number
    reference?: string
    setOffPence?: number
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
  Object.entries(describeAllStored(facts.requests ?? {})).map(([field, request]) => [
    FIELD_NAMES[field as MentorField](),
    request,
  ])

const words = (text: string | undefined) => (text ? [describeStored(text)] : [])

const cancelled = ({ facts }: MentorMail) => (facts.cancelled ? [m.sessionsCancelled({ count: facts.cancelled })] : [])

const writers: Record<string, (mail: MentorMail, sender: Sender) => EmailContent> = {
  received: (mail, { siteName }) => ({
    heading: m.appReceivedHeading(),
    subject: m.appReceivedSubject({ siteName }),
    before: [
      m.appReceivedIntro(),
      ...(mail.facts.answerBy ? [m.replyBy({ date: dayAndYearOfKey(mail.facts.answerBy) })] : []),
    ],
    link: application(mail),
    button: m.openApplication(),
    after: [m.appReceivedStatus()],
  }),
  accepted: (mail, { siteName }) => ({
    heading: m.appAcceptedHeading(),
    subject: m.appAcceptedSubject({ siteName }),
    before: [m.appAcceptedIntro(), ...words(mail.facts.message)],
    link: page(mail),
    button: m.seeYourPage(),
    after: [m.appAcceptedHours({ url: `${desk(mail)}/hours` })],
  }),
  rejected: (mail, { siteName }) => ({
    heading: m.appRejectedHeading(),
    subject: m.appRejectedSubject({ siteName }),
    before: [m.appRejectedReason(), ...words(mail.facts.message)],
    link: application(mail),
    button: m.openApplication(),
    after: [m.appRejectedKept()],
  }),
  changes_requested: (mail, { siteName }) => ({
    heading: m.changesRequested(),
    subject: m.appChangesSubject({ siteName }),
    before: [m.appChangesIntro(), ...words(mail.facts.message)],
    facts: listRequests(mail),
    link: application(mail),
    button: m.openApplication(),
    after: [m.changeAndResend()],
  }),
  withdrawn: (mail, { siteName }) => ({
    heading: m.mentorLeftHeading(),
    subject: m.mentorLeftSubject({ siteName }),
    before: [m.mentorLeftIntro(), ...cancelled(mail)],
    link: application(mail),
    button: m.openApplication(),
    after: [m.mentorLeftKept()],
  }),
  paused: (mail, { siteName }) => ({
    heading: m.pausedHeading(),
    subject: m.pausedSubject({ siteName }),
    before: [m.pausedIntro(), ...words(mail.facts.reason)],
    link: pause(mail),
    button: m.openDesk(),
    after: [m.pausedResume()],
  }),
  resumed: (mail, { siteName }) => ({
    heading: m.resumedHeading(),
    subject: m.resumedSubject({ siteName }),
    before: [m.resumedIntro()],
    link: page(mail),
    button: m.seeYourPage(),
    after: [],
  }),
  suspended: (mail, { siteName, support }) => ({
    heading: m.suspendedHeading(),
    subject: m.suspendedSubject({ siteName }),
    before: [m.suspendedIntro(), ...words(mail.facts.reason), ...cancelled(mail)],
    after: [m.suspendedMistake({ support })],
  }),
  reinstated: (mail, { siteName }) => ({
    heading: m.reinstatedHeading(),
    subject: m.reinstatedSubject({ siteName }),
    before: [m.reinstatedIntro(), ...words(mail.facts.message)],
    link: pause(mail),
    button: m.openDesk(),
    after: [],
  }),
  edit_accepted: (mail) => ({
    heading: m.editAccepted(),
    subject: m.editAccepted(),
    before: [m.editAcceptedIntro(), ...words(mail.facts.message)],
    link: page(mail),
    button: m.seeYourPage(),
    after: [],
  }),
  edit_rejected: (mail) => ({
    heading: m.editRejected(),
    subject: m.editRejected(),
    before: [m.editRejectedReason(), ...words(mail.facts.message)],
    link: profile(mail),
    button: m.openProfile(),
    after: [],
  }),
  edit_changes_requested: (mail) => ({
    heading: m.changesRequested(),
    subject: m.editChangesSubject(),
    before: [m.editChangesIntro(), ...words(mail.facts.message)],
    facts: listRequests(mail),
    link: profile(mail),
    button: m.openProfile(),
    after: [m.changeAndSave()],
  }),
  payee_changed: (mail, { siteName, support }) => ({
    heading: m.payeeChangedHeading(),
    subject: m.payeeChangedSubject({ siteName }),
    before: [m.payeeChangedIntro()],
    link: money(mail),
    button: m.openDesk(),
    after: [m.notYouChangePassword({ support })],
  }),
  tax_details_changed: (mail, { siteName, support }) => ({
    heading: m.taxDetailsChangedHeading(),
    subject: m.taxDetailsChangedSubject({ siteName }),
    before: [m.taxDetailsChangedIntro()],
    link: money(mail),
    button: m.openDesk(),
    after: [m.notYouChangePassword({ support })],
  }),
  paid_out: (mail, { siteName }) => {
    const amount = formatStoredAmount(mail.facts)
    return {
      heading: m.paidOutHeading({ amount }),
      subject: m.paidOutSubject({ siteName, amount }),
      before: [m.paidOutIntro({ amount, count: mail.facts.sessions ?? 0 })],
      link: money(mail),
      button: m.openDesk(),
      after: [m.paidOutDetails()],
    }
  },
  transferred: (mail, { siteName }) => {
    const { reference = '', setOffPence = 0, currency } = mail.facts
    const amount = formatStoredAmount(mail.facts)
    const setOff = formatStoredAmount({ amountPence: setOffPence, currency })
    return {
      heading: m.transferredHeading({ amount }),
      subject: m.transferredSubject({ siteName, amount, reference }),
      before: [
        m.transferredIntro({ amount, reference }),
        ...(setOffPence > 0 ? [m.transferredSetOff({ amount: setOff })] : []),
      ],
      link: money(mail),
      button: m.openDesk(),
      after: [m.transferredDetails()],
    }
  },
  transfer_reversed: (mail, { siteName }) => {
    const { reference = '' } = mail.facts
    const amount = formatStoredAmount(mail.facts)
    return {
      heading: m.transferReversedHeading({ amount }),
      subject: m.transferReversedSubject({ siteName, amount, reference }),
      before: [m.transferReversedIntro({ amount, reference })],
      link: money(mail),
      button: m.openDesk(),
      after: [m.transferReversedDetails()],
    }
  },
}

export function mentorEmail(mail: MentorMail, sender: Sender): EmailContent {
  const write = writers[mail.kind]
  if (!write) throw new Error(`No email for ${mail.kind}`)
  return write(mail, sender)
}

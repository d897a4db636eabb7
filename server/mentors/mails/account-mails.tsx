/** The emails about a mentor's account at the payment service. */
import * as m from '#messages/emails'
import { describeDisabledReason, describeRequirements, nameRequirements } from '#words/payouts/connected-account'
import { formatList } from '#words/lists'
import { formatStoredAmount } from '#words/prices'
import { dayAndYearOfKey } from '#words/time'
import type { EmailContent, Sender } from '../../platform/mail/email.tsx'

/** `due`, `disabledReason`: by the service's names. `dueBy`: a day, `YYYY-MM-DD`. */
type AccountMail = {
  kind: string
  facts: { due?: string[]; dueBy?: string; disabledReason?: string; amountPence?: number; currency?: string }
  publicUrl: string
}

const toDesk = ({ publicUrl }: AccountMail) => ({ link: `${publicUrl}/desk/money`, button: m.openDesk() })

const writers: Record<string, (mail: AccountMail, sender: Sender) => EmailContent> = {
  account_active: (mail, { siteName, support }) => ({
    heading: m.accountActiveHeading(),
    subject: m.accountActiveSubject({ siteName }),
    before: [m.accountActiveIntro()],
    ...toDesk(mail),
    after: [m.notYouChangePassword({ support })],
  }),
  account_needs: (mail, { siteName }) => ({
    heading: m.accountNeedsHeading(),
    subject: m.accountNeedsSubject({ siteName }),
    before: [m.accountNeedsIntro()],
    facts: [[nameRequirements(), formatList(describeRequirements(mail.facts.due ?? []), 'comma')]],
    ...toDesk(mail),
    after: mail.facts.dueBy ? [m.accountNeedsBy({ date: dayAndYearOfKey(mail.facts.dueBy) })] : [],
  }),
  account_rejected: (mail, { siteName }) => ({
    heading: m.accountRejectedHeading(),
    subject: m.accountRejectedSubject({ siteName }),
    before: [describeDisabledReason(mail.facts.disabledReason ?? ''), m.accountRejectedNext()],
    ...toDesk(mail),
    after: [],
  }),
  bank_payout_failed: (mail) => {
    const amount = formatStoredAmount(mail.facts)
    return {
      heading: m.bankPayoutFailed({ amount }),
      subject: m.bankPayoutFailed({ amount }),
      before: [m.bankPayoutFailedNext()],
      ...toDesk(mail),
      after: [],
    }
  },
}

/** Null for a kind of email that is about something else. */
export const payoutAccountEmail = (mail: AccountMail, sender: Sender): EmailContent | null =>
  writers[mail.kind]?.(mail, sender) ?? null

/** The email with a mentor's statement of a month. */
import { monthOfKey } from '#words/time'
import { formatList } from '#words/lists'
import { formatBalance } from '#words/prices'
import * as m from '#messages/statements'
import type { EmailContent, Sender } from '../../platform/mail/email.tsx'

/** `month`: `YYYY-MM`. `attachments`: those that could be drawn. */
type StatementMail = {
  month: string
  balances: { currency: string; closing: number }[]
  attachments: NonNullable<EmailContent['attachments']>
  publicUrl: string
}

export function statementEmail(mail: StatementMail, { siteName }: Sender): EmailContent {
  const month = monthOfKey(mail.month)
  const { attachments, balances } = mail
  return {
    heading: m.mailHeading({ month }),
    subject: m.mailSubject({ siteName, month }),
    before: [m.mailIntro(), ...(attachments.length > 0 ? [m.mailAttached({ count: attachments.length })] : [])],
    facts: [[m.closingBalance(), formatList(balances.map((each) => formatBalance(each.closing, each.currency)))]],
    link: `${mail.publicUrl}/desk/money/statements/${mail.month}`,
    button: m.openStatement(),
    after: [m.mailOnDesk()],
    attachments,
  }
}

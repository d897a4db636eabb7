/** The email that asks a mentor to bear what a code of the operator's takes off. */
import * as m from '#messages/codes'
import {
  describeConditions,
  describeDiscount,
  describeLimit,
  describeValidity,
  type CodeConditions,
} from '#words/discounts/code-terms'
import { formatList } from '#words/lists'
import type { DiscountTerms } from '#domain/discounts/discount'
import type { EmailContent, Sender } from '../platform/mail/email.tsx'

/** `zone`, `place`: of the days. */
type AgreementMail = {
  code: CodeConditions & {
    code: string
    batch: string | null
    terms: DiscountTerms
    validFrom: Date
    validUntil: Date | null
    createdAt: Date
    maxRedemptions: number | null
  }
  zone: string
  place: string
  publicUrl: string
}

export function agreementEmail({ code, zone, place, publicUrl }: AgreementMail, { siteName }: Sender): EmailContent {
  const discount = describeDiscount(code.terms)
  return {
    heading: m.agreementHeading(),
    subject: m.agreementSubject({ discount }),
    before: [m.agreementIntro({ siteName, discount }), m.agreementCost(), m.agreementWaits()],
    facts: [
      code.batch === null ? [m.code(), code.code] : [m.batch(), code.batch],
      [m.discount(), discount],
      [m.appliesTo(), formatList(describeConditions(code), 'comma')],
      [m.validDays(), describeValidity(code, zone) ?? m.noEndDate()],
      [m.totalUses(), describeLimit(code)],
    ],
    link: `${publicUrl}/desk/codes`,
    button: m.acceptOrDecline(),
    after: [m.agreementChange(), m.datesIn({ place })],
  }
}

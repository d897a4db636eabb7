/** What stands below a session: what the mentee has in hand at its end, and that it is no immigration advice. */
import type { AdviceNotice } from '#domain/mentors/advice'
import * as m from '#messages/mentors'
import { rich } from '../rich.tsx'
import type { LangAttributes } from '../lang-attributes.ts'

/** `words`: of the mentor's own `text`. */
export function LeaveWith({ text, langAttributes }: { text: string; langAttributes?: LangAttributes | undefined }) {
  return (
    <p className="mt-1 text-sm wrap-anywhere">
      {rich(
        m.leaveWith({
          outcome: text,
          strong: (lead) => <strong className="font-semibold">{lead}</strong>,
          own: (outcome) => (langAttributes ? <span {...langAttributes}>{outcome}</span> : outcome),
        }),
      )}
    </p>
  )
}

export function VisaNotice({ notice: { sentence, register, langAttributes } }: { notice: AdviceNotice }) {
  return (
    <p {...langAttributes} className="mt-1 note">
      {sentence}{' '}
      {register && (
        <a href={register.address} rel="noopener nofollow" className="link">
          {register.name}
        </a>
      )}
    </p>
  )
}

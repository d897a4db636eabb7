/** What stands below a session: what the mentee has in hand at its end, and that it is no immigration advice. */
import type { AdviceNotice } from '#domain/mentors/advice'
import * as m from '#messages/mentors'
import { rich } from '../rich.tsx'
import type { OwnWords } from './own-words.ts'

/** `words`: of the mentor's own `text`. */
export function LeaveWith({ text, words }: { text: string; words?: OwnWords | undefined }) {
  return (
    <p className="mt-1 text-sm wrap-anywhere">
      {rich(
        m.leaveWith({
          outcome: text,
          strong: (lead) => <strong className="font-semibold">{lead}</strong>,
          own: (outcome) => (words ? <span {...words}>{outcome}</span> : outcome),
        }),
      )}
    </p>
  )
}

export function VisaNotice({ notice: { sentence, register } }: { notice: AdviceNotice }) {
  return (
    <p className="mt-1 note">
      {sentence}{' '}
      {register && (
        <a href={register.address} rel="noopener nofollow" className="link">
          {register.name}
        </a>
      )}
    </p>
  )
}

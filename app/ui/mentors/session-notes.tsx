/** What stands below a session: what the mentee has in hand at its end, and that it is no immigration advice. */
import type { AdviceNotice } from '#domain/mentors/advice'
import * as m from '#messages/mentors'
import { rich } from '../rich.tsx'

export function LeaveWith({ text }: { text: string }) {
  return (
    <p className="mt-1 text-sm wrap-anywhere">
      {rich(m.leaveWith({ outcome: text, strong: (words) => <strong className="font-semibold">{words}</strong> }))}
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

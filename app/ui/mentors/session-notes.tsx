/** What stands below a session: what the mentee has in hand at its end, and that it is no immigration advice. */
import type { AdviceNotice } from '#domain/mentors/advice'

export function LeaveWith({ text }: { text: string }) {
  return (
    <p className="mt-1 text-sm wrap-anywhere">
      <strong className="font-semibold">You leave with</strong> {text}
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

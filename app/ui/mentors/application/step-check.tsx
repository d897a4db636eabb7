/** The last step: what will happen, and the promise that sessions are no immigration advice. */
import { Checkbox } from '../../controls/field.tsx'
import type { ApplicationFields } from './application-fields.ts'
import type { ApplicationOffer } from './application-offer.ts'

export function StepCheck({ fields, offer }: { fields: ApplicationFields; offer: ApplicationOffer }) {
  return (
    <div className="grid gap-5">
      <ol className="grid list-decimal gap-2 ps-5 marker:text-magenta">
        <li>
          We review it and reply by <strong className="font-semibold">{offer.answerBy}</strong>, by email.
        </li>
        <li>It isn’t public until then, and you can change or withdraw it.</li>
        <li>Once accepted, people can book you at the times you chose. You can change them at any time.</li>
      </ol>
      <Checkbox
        {...fields.box('adviceAccepted')}
        required
        label="I share experience, I do not give immigration advice"
        hint="In many countries only registered advisers may give it. Sessions about visas or permits show this notice."
      />
      {offer.account === null && (
        <p className="rounded-mark bg-shoal-1 px-4 py-3">
          You need an account to send it. Sign in or create one below. We keep what you typed.
        </p>
      )}
    </div>
  )
}

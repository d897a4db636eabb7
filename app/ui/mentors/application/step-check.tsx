/** The last step: what will happen, and the promise that sessions are no immigration advice. */
import { Checkbox } from '../../controls/field.tsx'
import type { ApplicationFields } from './application-fields.ts'
import type { ApplicationOffer } from './application-offer.ts'

export function StepCheck({ fields, offer }: { fields: ApplicationFields; offer: ApplicationOffer }) {
  return (
    <div className="grid gap-5">
      <ol className="grid list-decimal gap-2 ps-5 marker:text-magenta">
        <li>
          A person reads it and answers by <strong className="font-semibold">{offer.answerBy}</strong>, by email.
        </li>
        <li>Until then nothing of it is public, and you can change or withdraw it.</li>
        <li>Once accepted, people can book you at the times you chose. You can change them at any time.</li>
      </ol>
      <Checkbox
        {...fields.box('adviceAccepted')}
        required
        label="I share experience, I do not give immigration advice"
        hint="In many countries only people on an official register may give it. Sessions that touch visas or permits carry this notice."
      />
      {offer.account === null && (
        <p className="rounded-mark bg-shoal-1 px-4 py-3">
          To send it you need an account. Sign in or make one with the button below: what you typed comes with you.
        </p>
      )}
    </div>
  )
}

/** The last step: what will happen, and the promise that sessions are no immigration advice. */
import * as m from '#messages/application'
import { Checkbox } from '../../controls/field.tsx'
import type { ApplicationFields } from './application-fields.ts'
import type { ApplicationOffer } from './application-offer.ts'
import { rich } from '../../rich.tsx'

export function StepCheck({ fields, offer }: { fields: ApplicationFields; offer: ApplicationOffer }) {
  return (
    <div className="grid gap-5">
      <ol className="grid list-decimal gap-2 ps-5 marker:text-magenta">
        <li>
          {rich(
            m.replyBy({
              answerBy: offer.answerBy,
              strong: (text) => <strong className="font-semibold">{text}</strong>,
            }),
          )}
        </li>
        <li>{m.notPublicUntilThen()}</li>
        <li>{m.bookableOnceAccepted()}</li>
      </ol>
      <Checkbox {...fields.box('adviceAccepted')} required label={m.advicePromise()} hint={m.adviceHint()} />
      {offer.account === null && <p className="rounded-mark bg-shoal-1 px-4 py-3">{m.sendNeedsAccount()}</p>}
    </div>
  )
}

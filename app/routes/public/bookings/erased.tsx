/** /erased — the page shown after a guest was erased. It names no one. */
import * as m from '#messages/bookings'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { ForgetBooked } from '../../../ui/bookings/results/keep-booked.tsx'
import { ResultPage, Ways } from '../../../ui/bookings/results/result-page.tsx'

export default function Erased() {
  return (
    <ResultPage title={m.dataDeleted()} finished={false}>
      <p className="text-lg">{m.dataDeletedLead()}</p>
      <p>{m.dataDeletedRefund()}</p>
      <Ways>
        <ButtonLink to="/">{m.goHome()}</ButtonLink>
      </Ways>
      <ForgetBooked reference={undefined} />
    </ResultPage>
  )
}

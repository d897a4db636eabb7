/** /erased — the page shown after a guest was erased. It names no one. */
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { ForgetBooked } from '../../../ui/bookings/results/keep-booked.tsx'
import { ResultPage, Ways } from '../../../ui/bookings/results/result-page.tsx'

export default function Erased() {
  return (
    <ResultPage title="Your data is erased" finished={false}>
      <p className="text-lg">
        The booking no longer says who you were, and the links in our emails open it no longer. We cannot write to you
        about it any more.
      </p>
      <p>
        If the session was still to come, it is cancelled. What the page before said that goes back is on its way to the
        card or account that you paid from.
      </p>
      <Ways>
        <ButtonLink to="/">Go to the home page</ButtonLink>
      </Ways>
      <ForgetBooked reference={undefined} />
    </ResultPage>
  )
}

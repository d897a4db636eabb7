/** /erased — the page shown after a guest was erased. It names no one. */
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { ForgetBooked } from '../../../ui/bookings/results/keep-booked.tsx'
import { ResultPage, Ways } from '../../../ui/bookings/results/result-page.tsx'

export default function Erased() {
  return (
    <ResultPage title="Your data was deleted" finished={false}>
      <p className="text-lg">
        The booking no longer has your details, and its email links no longer work. We can’t contact you about it.
      </p>
      <p>
        An upcoming session is cancelled. Any refund shown on the previous page is on its way to the card or account you
        paid with.
      </p>
      <Ways>
        <ButtonLink to="/">Go to the home page</ButtonLink>
      </Ways>
      <ForgetBooked reference={undefined} />
    </ResultPage>
  )
}

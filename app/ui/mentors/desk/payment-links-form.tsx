/** Whether mentees may send someone else a link to pay. */
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/mentors'
import { Button } from '../../controls/button.tsx'
import { Checkbox } from '../../controls/field.tsx'

export function PaymentLinksForm({ path, saved }: { path: string; saved: boolean }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <section aria-labelledby="links-head" className="mt-10 grid max-w-4xl gap-4 text-base">
      <h2 id="links-head" className="text-xl font-semibold">
        {m.paymentLinksHead()}
      </h2>
      <p className="max-w-prose text-ink-2">{m.paymentLinksIntro()}</p>
      <Form key={String(saved)} method="post" action={path} className="grid gap-4">
        <Checkbox id="accepts-links" name="acceptsLinks" defaultChecked={saved} label={m.paymentLinksAccept()} />
        <div>
          <Button type="submit" name="intent" value="links" variant="secondary" disabled={busy}>
            {m.savePaymentLinks()}
          </Button>
        </div>
      </Form>
    </section>
  )
}

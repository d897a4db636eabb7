/** The pages behind links in waitlist emails: buttons that confirm an address, and that delete it. */
import { Form, useNavigation } from 'react-router'
import { AccountPage } from '../accounts/sign-in/account-page.tsx'
import { Alert } from '../controls/alert.tsx'
import { Button, ButtonLink } from '../controls/button.tsx'
import { useFocusOnChange } from './focus-on-change.ts'

/** `way`: a link on. `confirm`, `leave`: words on the buttons; absent without them. */
export type WaitingView = {
  title: string
  lead: string
  alert?: string
  way?: { to: string; label: string }
  confirm?: string
  leave?: string
  note?: string
}

export function WaitingPage({ view }: { view: WaitingView }) {
  const busy = useNavigation().formMethod === 'POST'
  const part = useFocusOnChange(view.title)
  const { title, lead, alert, way, confirm, leave, note } = view
  const button = (intent: string, label: string | undefined) =>
    label && (
      <Form method="post">
        <Button
          type="submit"
          name="intent"
          value={intent}
          variant={intent === 'confirm' ? 'primary' : 'secondary'}
          disabled={busy}
          className="w-full"
        >
          {label}
        </Button>
      </Form>
    )
  return (
    <AccountPage title={title}>
      <div {...part} className="grid gap-4 outline-none">
        <p className="text-ink-2">{lead}</p>
        {alert && (
          <Alert>
            <p className="font-semibold">{alert}</p>
          </Alert>
        )}
        {way && (
          <ButtonLink to={way.to} reloadDocument className="w-full">
            {way.label}
          </ButtonLink>
        )}
        {button('confirm', confirm)}
        {button('leave', leave)}
        {note && <p className="note wrap-anywhere">{note}</p>}
      </div>
    </AccountPage>
  )
}

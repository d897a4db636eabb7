/** /account/security — password, email address, second step, passkeys, and the browsers that are signed in. */
import { data, redirect, useNavigation } from 'react-router'
import { isProven } from '#domain/accounts/account'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { listPasskeys, listProviders } from '#server/accounts/queries'
import { listSessions } from '#server/accounts/sign-in/sessions-queries'
import { formatDevice } from '#server/accounts/sign-in/device'
import { readPosted } from '#server/platform/http/form'
import { requireAccount } from '#server/site/guards/account-guards'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import * as m from '#messages/accounts'
import { AccountFrame, AccountPart } from '../../../ui/accounts/account-frame.tsx'
import { Passkeys } from '../../../ui/accounts/passkeys.tsx'
import { EmailForm, NoPassword, PasswordForm } from '../../../ui/accounts/security-forms.tsx'
import { Sessions } from '../../../ui/accounts/sessions.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/controls/notice.tsx'
import type { Route } from './+types/account-security'
import { ownZone } from '../../../views/accounts/own-zone.ts'
import { handleSecurityForm } from '../../../views/accounts/security-actions.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAccount(context, request)
  const app = context.get(appContext)
  const passkeys = await listPasskeys(app.db, session.accountId)
  const sessions = await listSessions(app.db, session.accountId, app.now())
  return {
    email: formatEmailAddress(session.email),
    hasPassword: (await listProviders(app.db, session.accountId)).includes('credential'),
    secondFactor: session.secondFactor,
    proven: isProven(session, app.now()),
    zone: ownZone(request, session),
    passkeys: passkeys.map(({ id, name, createdAt }) => ({ id, name: name ?? m.unnamedPasskey(), createdAt })),
    sessions: sessions
      .map((row) => ({
        id: row.id,
        device: formatDevice(row.userAgent),
        here: row.id === session.sessionId,
        createdAt: row.createdAt,
        seenAt: row.updatedAt,
      }))
      .toSorted((a, b) => Number(b.here) - Number(a.here)),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAccount(context, request)
  const form = await readPosted(request)
  const { client } = clientOfPage(context, request)
  const outcome = await handleSecurityForm({ app: context.get(appContext), session, form, client })
  if (!outcome) throw data(null, 400)
  const { result, setCookies } = outcome
  if (result.status === 403) throw redirect(CONFIRM, 303)
  const headers = new Headers(setCookies.map((cookie): [string, string] => ['Set-Cookie', cookie]))
  if (result.retryAfter !== null) headers.set('Retry-After', String(result.retryAfter))
  return data(result, { status: result.status, headers })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function AccountSecurity({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasPassword, secondFactor, proven, zone, passkeys, sessions } = loaderData
  const busy = useNavigation().state === 'submitting'
  const shownFields = (about: string) => (actionData?.about === about ? actionData.fields : NOTHING_WRONG)
  return (
    <AccountFrame title={m.security()} note={actionData && <Outcome {...actionData} />}>
      <AccountPart id="password" title={m.password()} hint={hasPassword && m.changePasswordHint()}>
        {hasPassword ? (
          <PasswordForm
            key={formKey(actionData?.about === 'password' && actionData.done)}
            email={email}
            fields={shownFields('password')}
            busy={busy}
          />
        ) : (
          <NoPassword email={email} busy={busy} />
        )}
      </AccountPart>
      <AccountPart
        id="email"
        title={m.emailAddress()}
        hint={
          <>
            <p className="wrap-anywhere">{email}</p>
            <p className="mt-1.5">{m.changeEmailHint()}</p>
          </>
        }
      >
        {hasPassword ? (
          <EmailForm
            key={formKey(actionData?.about === 'email' && actionData.done)}
            typed={actionData?.typedEmail ?? ''}
            fields={shownFields('email')}
            busy={busy}
          />
        ) : (
          <p>{m.setPasswordFirst()}</p>
        )}
      </AccountPart>
      <AccountPart id="second-step" title={m.secondStep()} hint={m.secondStepHint()}>
        <p>{secondFactor ? m.secondStepOn() : m.secondStepOff()}</p>
        <div>
          <ButtonLink to="/account/second-step" variant="secondary">
            {secondFactor ? m.viewSecondStep() : m.setUpSecondStep()}
          </ButtonLink>
        </div>
      </AccountPart>
      <AccountPart id="passkeys" title={m.passkeys()} hint={m.passkeysHint()}>
        <Passkeys passkeys={passkeys} zone={zone} busy={busy} confirmAt={proven ? null : CONFIRM} />
      </AccountPart>
      <AccountPart id="sessions" title={m.whereSignedIn()}>
        <Sessions sessions={sessions} zone={zone} busy={busy} />
      </AccountPart>
    </AccountFrame>
  )
}

/** The page that asks for the password again and then leads back here. */
const CONFIRM = `/account/confirm?next=${encodeURIComponent('/account/security')}`

/** A form is emptied once it has succeeded. */
const formKey = (done: string | false | null | undefined) => (done ? 'done' : 'open')

function Outcome({ done, problem }: { done: string | null; problem: string | null }) {
  if (done) {
    return (
      <Notice good>
        <output>{done}</output>
      </Notice>
    )
  }
  return (
    <Alert>
      <p className="font-semibold">{problem ?? m.checkFieldsBelow()}</p>
    </Alert>
  )
}

const NOTHING_WRONG: Record<string, string> = {}

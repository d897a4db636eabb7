/**
 * /verify-email?token= — follows the link that an address was mailed: an account begins, or has another address. Only the
 * form does it, since mail scanners open links. The password of who asked for it is typed again: it may be a stranger who
 * waits for the owner of the address to confirm it.
 */
import { data, Form, Link, useNavigation } from 'react-router'
import { callerOfPage } from '#server/browser'
import { appContext } from '#server/context'
import { readOwnPasswordForm } from '#server/forms/account-details'
import { readPosted } from '#server/forms/form'
import { ownPath, viewerOf } from '#server/guards'
import { followNewEmail, followSignUp } from '#server/workflows/accounts'
import { readLink } from '#server/workflows/links'
import { AccountPage } from '../../ui/account/account-page.tsx'
import { LinkOver } from '../../ui/account/link-over.tsx'
import { PasswordField } from '../../ui/account/password-field.tsx'
import { tooManyWords } from '../../ui/account/refusal.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { Route } from './+types/verify-email'
import { leadOn, PERSONAL, personalHeaders, tokenOf } from './entering.ts'

/** `link` null: used, too old, or none of ours. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = tokenOf(request)
  const link = await readLink(context.get(appContext), token)
  const opens = link && (link.purpose === 'sign_up' || link.purpose === 'new_email')
  return data({ token, link: opens ? link : null }, { status: opens ? 200 : 404, headers: PERSONAL })
}

export async function action({ context, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { caller } = callerOfPage(context, request)
  const token = tokenOf(request)
  const link = await readLink(app, token)
  if (!link) return data({ ...OPEN, over: true }, { status: 404, headers: PERSONAL })
  const read = readOwnPasswordForm(await readPosted(request))
  if (!read.ok) return data({ ...OPEN, wrong: read.error['password'] }, { status: 400, headers: PERSONAL })

  const asked = { token, password: read.value.password }
  const signsUp = link.purpose === 'sign_up'
  const followed = signsUp ? await followSignUp(app, asked, caller) : await followNewEmail(app, asked, caller)
  if (followed.ok && followed.value) return leadOn(ownPath(followed.value.next), followed.value.setCookies)
  if (followed.ok) {
    return viewerOf(context) ? leadOn('/account') : data({ ...OPEN, changed: link.email }, { headers: PERSONAL })
  }
  const { error } = followed
  switch (error.code) {
    case 'wrong_password':
      return data({ ...OPEN, wrong: signsUp ? NOT_CHOSEN : NOT_THEIRS }, { status: 401, headers: PERSONAL })
    case 'too_many': {
      const headers = { ...PERSONAL, 'Retry-After': String(error.retryAfter) }
      return data({ ...OPEN, wrong: tooManyWords(error.retryAfter) }, { status: 429, headers })
    }
    case 'link_over':
      return data({ ...OPEN, over: true }, { status: 404, headers: PERSONAL })
  }
}

type Answer = { over: boolean; changed: string | null; wrong: string | undefined }

const OPEN: Answer = { over: false, changed: null, wrong: undefined }

const NOT_CHOSEN = 'This is not the password that was chosen with this link. Perhaps a later mail has the link to yours'
const NOT_THEIRS = 'This is not the password of the account that is to have this address'

export const headers = personalHeaders

export default function VerifyEmail({ loaderData: { token, link }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== 'idle'
  if (actionData?.changed) {
    return (
      <AccountPage title="Address changed" lead={`Sign in with ${actionData.changed} from now on.`}>
        <ButtonLink to="/sign-in" className="w-full">
          Sign in
        </ButtonLink>
      </AccountPage>
    )
  }
  if (!link || actionData?.over) {
    return (
      <LinkOver>
        <p>A link to confirm an address works once, for 24 hours. If you have followed it before, sign in.</p>
        <ButtonLink to="/sign-in" className="w-full">
          Sign in
        </ButtonLink>
        <ButtonLink to="/sign-up" variant="secondary" className="w-full">
          Sign up again
        </ButtonLink>
      </LinkOver>
    )
  }
  const signsUp = link.purpose === 'sign_up'
  return (
    <AccountPage
      title={signsUp ? 'Confirm your address' : 'Use your new address'}
      lead={
        signsUp
          ? `Type the password that you chose. Your account begins with this${link.name ? `, ${link.name}` : ''}, and you are signed in.`
          : 'Type the password of your account. It has this address from then on, and you sign in with it.'
      }
      below={
        signsUp && (
          <p>
            You do not know it?{' '}
            <Link to="/sign-up" className="link">
              Sign up again
            </Link>
            .
          </p>
        )
      }
    >
      <Form
        method="post"
        action={`/verify-email?token=${encodeURIComponent(token)}`}
        noValidate
        className="grid gap-4.5"
      >
        {/* Whose password it is, for what keeps passwords. */}
        {signsUp && <input type="text" name="username" autoComplete="username" value={link.email} readOnly hidden />}
        <PasswordField id="own-password" error={actionData?.wrong} />
        <Button type="submit" disabled={busy} className="w-full wrap-anywhere">
          {signsUp ? `Confirm ${link.email}` : `Use ${link.email} from now on`}
        </Button>
      </Form>
    </AccountPage>
  )
}

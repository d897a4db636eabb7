/** Responds to the forms of /account/security. Server side. */
import type { Session } from '#domain/accounts/account'
import type { App } from '#server/context'
import { readEmailForm, readIdForm, readPasswordForm } from '#server/accounts/details-form'
import { endOtherSessions, endSession, removePasskey, type RemovePasskeyError } from '#server/accounts/security'
import { changePassword, requestPasswordReset, type WeakPassword } from '#server/accounts/passwords'
import type { TooMany } from '#server/accounts/sign-in/attempts'
import type { Client } from '#domain/accounts/client'
import { requestNewEmail } from '#server/accounts/new-email'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import * as m from '#messages/accounts'
import { explainTooMany } from '../../ui/accounts/sign-in/refusal.tsx'

/** `about`: the form that was posted. `fields`: messages by field. `problem`: a message about the form as a whole. */
type SecurityResult = {
  about: string
  done: string | null
  problem: string | null
  fields: Record<string, string>
  typedEmail: string
  status: number
  /** Seconds. */
  retryAfter: number | null
}

/** `setCookies`: headers, kept apart because the rest is sent to the page's scripts. */
type Outcome = SecurityResult & { setCookies?: string[] }

type Submission = { app: App; session: Session; form: FormData; client: Client }

const NOTHING: SecurityResult = {
  about: '',
  done: null,
  problem: null,
  fields: {},
  typedEmail: '',
  status: 200,
  retryAfter: null,
}

const wrong = (fields: Record<string, string>): SecurityResult => ({ ...NOTHING, fields, status: 400 })
const done = (words: string): SecurityResult => ({ ...NOTHING, done: words })
const gone = (problem: string): SecurityResult => ({ ...NOTHING, problem, status: 404 })

/** `own`: the name of the field for the present password. */
function refuse(
  error: TooMany | WeakPassword | { code: 'wrong_password' },
  own: 'current' | 'password',
): SecurityResult {
  switch (error.code) {
    case 'too_many': {
      const problem = explainTooMany(error.retryAfter)
      return { ...NOTHING, problem, status: 429, retryAfter: error.retryAfter }
    }
    case 'weak_password':
      return wrong({ next: error.why })
    case 'wrong_password':
      return wrong({ [own]: m.wrongPassword() })
  }
}

const refuseRemoved = () => gone(m.passkeyAlreadyRemoved())

/** `unproven`: the page asks for their password, and they press the button again. */
const REMOVAL_REFUSALS: Record<RemovePasskeyError['code'], () => SecurityResult> = {
  unproven: () => ({ ...NOTHING, status: 403 }),
  gone: refuseRemoved,
}

const intents: Record<string, (requested: Submission) => Promise<Outcome>> = {
  async password({ app, session, form, client }) {
    const read = readPasswordForm(form)
    if (!read.ok) return wrong(read.error)
    const changed = await changePassword(app, session, read.value, client)
    if (!changed.ok) return refuse(changed.error, 'current')
    const { setCookies } = changed.value
    return { ...done(m.passwordChanged()), setCookies }
  },

  async 'set-password'({ app, session, client }) {
    const requested = await requestPasswordReset(app, session.email, client)
    return requested.ok
      ? done(m.passwordLinkSent({ email: formatEmailAddress(session.email) }))
      : refuse(requested.error, 'password')
  },

  async email({ app, session, form, client }) {
    const typed = form.get('email')
    const typedEmail = typeof typed === 'string' ? typed : ''
    const read = readEmailForm(form)
    if (!read.ok) return { ...wrong(read.error), typedEmail }
    const requested = await requestNewEmail(app, session, read.value, client)
    if (requested.ok) return done(m.newEmailLinkSent({ email: formatEmailAddress(read.value.email) }))
    return { ...refuse(requested.error, 'password'), typedEmail }
  },

  async 'remove-passkey'({ app, session, form, client }) {
    const read = readIdForm(form)
    if (!read.ok) return refuseRemoved()
    const removed = await removePasskey(app, session, read.value.id, client)
    return removed.ok ? done(m.passkeyRemoved()) : REMOVAL_REFUSALS[removed.error.code]()
  },

  async 'end-session'({ app, session, form, client }) {
    const read = readIdForm(form)
    const ended = read.ok && (await endSession(app, session, read.value.id, client))
    return ended ? done(m.browserSignedOut()) : gone(m.browserAlreadySignedOut())
  },

  async 'end-others'({ app, session, client }) {
    const sessions = await endOtherSessions(app, session, client)
    return done(sessions === 0 ? m.notSignedInElsewhere() : m.signedOutElsewhere())
  },
}

/** Null if the form's intent is unknown. */
export async function handleSecurityForm(
  requested: Submission,
): Promise<{ result: SecurityResult; setCookies: string[] } | null> {
  const about = String(requested.form.get('intent') ?? '')
  const act = Object.hasOwn(intents, about) ? intents[about] : undefined
  if (!act) return null
  const { setCookies = [], ...result } = await act(requested)
  return { result: { ...result, about }, setCookies }
}

/** Answers the forms of /account/security. Server side. */
import type { Session } from '#domain/accounts/account'
import type { App } from '#server/context'
import { readEmailForm, readIdForm, readPasswordForm } from '#server/accounts/details-form'
import { endOtherSessions, endSession, removePasskey } from '#server/accounts/security'
import { changePassword, requestPasswordReset } from '#server/accounts/passwords'
import type { Client } from '#domain/accounts/client'
import { requestNewEmail } from '#server/accounts/new-email'

/** `about`: the form, whose fields show what is wrong. `problem`: what is not about a field. */
type SecurityAnswer = {
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
type Outcome = SecurityAnswer & { setCookies?: string[] }

type Submission = { app: App; session: Session; form: FormData; client: Client }

const NOTHING: SecurityAnswer = {
  about: '',
  done: null,
  problem: null,
  fields: {},
  typedEmail: '',
  status: 200,
  retryAfter: null,
}

const wrong = (fields: Record<string, string>): SecurityAnswer => ({ ...NOTHING, fields, status: 400 })
const done = (words: string): SecurityAnswer => ({ ...NOTHING, done: words })
const gone = (problem: string): SecurityAnswer => ({ ...NOTHING, problem, status: 404 })
const tooMany = (seconds: number): SecurityAnswer => ({
  ...NOTHING,
  problem: `Too many tries within a minute. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`,
  status: 429,
  retryAfter: seconds,
})

/** The page asks for their password, and they press the button again. */
const UNPROVEN: SecurityAnswer = { ...NOTHING, status: 403 }
const NO_PASSKEY = 'There is no such passkey any more.'

const intents: Record<string, (asked: Submission) => Promise<Outcome>> = {
  async password({ app, session, form, client }) {
    const read = readPasswordForm(form)
    if (!read.ok) return wrong(read.error)
    const changed = await changePassword(app, session, read.value, client)
    if (changed.ok) {
      const { setCookies } = changed.value
      return { ...done('Your password is changed. Everywhere else you have been signed out.'), setCookies }
    }
    if (changed.error.code === 'too_many') return tooMany(changed.error.retryAfter)
    return wrong(
      changed.error.code === 'weak_password'
        ? { next: changed.error.why }
        : { current: 'This is not your password. Try again' },
    )
  },

  async 'set-password'({ app, session, client }) {
    const asked = await requestPasswordReset(app, session.email, client)
    return asked.ok
      ? done(`We have sent a link to ${session.email}. Follow it to set a password.`)
      : tooMany(asked.error.retryAfter)
  },

  async email({ app, session, form, client }) {
    const typed = form.get('email')
    const typedEmail = typeof typed === 'string' ? typed : ''
    const read = readEmailForm(form)
    if (!read.ok) return { ...wrong(read.error), typedEmail }
    const asked = await requestNewEmail(app, session, read.value, client)
    if (asked.ok) return done(`We have sent a link to ${read.value.email}. Nothing changes until it is followed.`)
    const refusal =
      asked.error.code === 'too_many'
        ? tooMany(asked.error.retryAfter)
        : wrong({ password: 'This is not your password. Try again' })
    return { ...refusal, typedEmail }
  },

  async 'remove-passkey'({ app, session, form, client }) {
    const read = readIdForm(form)
    if (!read.ok) return gone(NO_PASSKEY)
    const removed = await removePasskey(app, session, read.value.id, client)
    if (removed.ok) return done('The passkey is removed.')
    return removed.error.code === 'unproven' ? UNPROVEN : gone(NO_PASSKEY)
  },

  async 'end-session'({ app, session, form, client }) {
    const read = readIdForm(form)
    const ended = read.ok && (await endSession(app, session, read.value.id, client))
    return ended ? done('That browser is signed out.') : gone('That browser is signed out already.')
  },

  async 'end-others'({ app, session, client }) {
    const sessions = await endOtherSessions(app, session, client)
    return done(sessions === 0 ? 'You are signed in nowhere else.' : 'You are signed out everywhere else.')
  },
}

/** Null if the form is none of these. */
export async function answerSecurity(
  asked: Submission,
): Promise<{ answer: SecurityAnswer; setCookies: string[] } | null> {
  const about = String(asked.form.get('intent') ?? '')
  const act = Object.hasOwn(intents, about) ? intents[about] : undefined
  if (!act) return null
  const { setCookies = [], ...answer } = await act(asked)
  return { answer: { ...answer, about }, setCookies }
}

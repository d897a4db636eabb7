/**
 * /account/second-step — an authenticator app as the second step of signing in. The secret and the backup codes
 * are only in the response to the form that asks for them, never in an address or a cookie.
 */
import { data, redirect, useNavigation } from 'react-router'
import { clientOfPage } from '#server/platform/http/client'
import { appContext } from '#server/context'
import { listProviders } from '#server/accounts/queries'
import { readCodeForm, readOwnPasswordForm } from '#server/accounts/details-form'
import { readPosted } from '#server/platform/http/form'
import { ownPath, requireAccount } from '#server/site/guards/account-guards'
import { qrPicture } from '#server/accounts/qr'
import { beginSecondStep, confirmSecondStep, endSecondStep } from '#server/accounts/security'
import * as m from '#messages/accounts'
import { AccountFrame } from '../../../ui/accounts/account-frame.tsx'
import { explainTooMany } from '../../../ui/accounts/sign-in/refusal.tsx'
import {
  BeginSecondStep,
  ConfirmSecondStep,
  EndSecondStep,
  SetUpSecondStep,
  type SecondStepSetup,
} from '../../../ui/accounts/second-step.tsx'
import { Alert } from '../../../ui/controls/alert.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { Notice } from '../../../ui/controls/notice.tsx'
import type { Route } from './+types/second-step'
import { rich } from '../../../ui/rich.tsx'

const PATH = '/account/second-step'

type StepResult = {
  about: 'begin' | 'confirm' | 'end'
  setup: SecondStepSetup | null
  fields: Record<string, string>
  problem: string | null
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAccount(context, request)
  const app = context.get(appContext)
  const required = session.role === 'admin' && app.config.mode === 'live'
  return {
    on: session.secondFactor,
    required,
    next: ownPath(new URL(request.url).searchParams.get('next')),
    hasPassword: (await listProviders(app.db, session.accountId)).includes('credential'),
  }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAccount(context, request)
  const app = context.get(appContext)
  const form = await readPosted(request)
  const { client } = clientOfPage(context, request)
  switch (form.get('intent')) {
    case 'begin': {
      if (session.secondFactor) return redirect(PATH, 303) // Beginning again would replace the secret that the app has.
      const read = readOwnPasswordForm(form)
      if (!read.ok) return refuse('begin', { fields: read.error })
      const begun = await beginSecondStep(app, session, read.value.password, client)
      if (!begun.ok) return refuse('begin', describeError(begun.error))
      const { uri, backupCodes } = begun.value
      const secret = new URL(uri).searchParams.get('secret') ?? ''
      const setup = { picture: qrPicture(uri), secret: secret.replaceAll(/.{4}(?=.)/g, '$& '), backupCodes }
      return data<StepResult>({ about: 'begin', setup, fields: {}, problem: null })
    }
    case 'confirm': {
      const read = readCodeForm(form)
      if (!read.ok) return refuse('confirm', { fields: read.error })
      const confirmed = await confirmSecondStep(app, session, read.value.code, client)
      return confirmed.ok
        ? leave(confirmed.value, new URL(request.url).search)
        : refuse('confirm', describeError(confirmed.error))
    }
    case 'end': {
      const read = readOwnPasswordForm(form)
      if (!read.ok) return refuse('end', { fields: read.error })
      const ended = await endSecondStep(app, session, read.value.password, client)
      return ended.ok ? leave(ended.value) : refuse('end', describeError(ended.error))
    }
    default:
      throw data(null, 400)
  }
}

/** The session gets another token. `search` says where an admin was going who had to set up this step first. */
function leave(setCookies: string[], search = '') {
  const headers = new Headers(setCookies.map((cookie): [string, string] => ['Set-Cookie', cookie]))
  return redirect(PATH + search, { status: 303, headers })
}

type Refusal = { fields?: Record<string, string>; problem?: string; retryAfter?: number }

function refuse(about: StepResult['about'], { fields = {}, problem, retryAfter }: Refusal) {
  const result: StepResult = { about, setup: null, fields, problem: problem ?? null }
  if (retryAfter === undefined) return data(result, 400)
  return data(result, { status: 429, headers: { 'Retry-After': String(retryAfter) } })
}

type StepError =
  | { code: 'wrong_code' | 'wrong_password' | 'over' | 'required' }
  | { code: 'too_many'; retryAfter: number }

function describeError(error: StepError): Refusal {
  switch (error.code) {
    case 'wrong_code':
      return { fields: { code: m.wrongOrExpiredCode() } }
    case 'wrong_password':
      return { fields: { password: m.wrongPassword() } }
    case 'required':
      return { problem: m.secondStepRequired() }
    case 'over':
      return { problem: m.startAgainProblem() }
    case 'too_many':
      return {
        problem: explainTooMany(error.retryAfter),
        retryAfter: error.retryAfter,
      }
  }
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export default function SecondStep({ loaderData, actionData }: Route.ComponentProps) {
  const { on, required, next, hasPassword } = loaderData
  const busy = useNavigation().state === 'submitting'
  const fields = actionData?.fields ?? NOTHING_WRONG
  const confirming = actionData?.about === 'confirm'
  return (
    <AccountFrame
      title={m.secondStep()}
      note={
        actionData?.problem ? (
          <Alert>
            <p className="font-semibold">{actionData.problem}</p>
          </Alert>
        ) : on ? (
          next !== '/' && (
            <Notice good>
              <p className="grid justify-items-start gap-3">
                {m.secondStepOn()}
                <ButtonLink to={next}>{m.goOn()}</ButtonLink>
              </p>
            </Notice>
          )
        ) : required ? (
          <Notice>
            <p>
              {rich(m.adminsNeedSecondStep({ strong: (text) => <strong className="font-semibold">{text}</strong> }))}
            </p>
          </Notice>
        ) : (
          <p className="lead">{m.secondStepLead()}</p>
        )
      }
    >
      {on ? (
        <EndSecondStep required={required} fields={fields} busy={busy} />
      ) : actionData?.setup ? (
        <SetUpSecondStep setup={actionData.setup} fields={fields} busy={busy} />
      ) : hasPassword ? (
        <>
          {confirming && <ConfirmSecondStep title={m.enterAppCode()} fields={fields} busy={busy} />}
          <BeginSecondStep anew={confirming} fields={confirming ? NOTHING_WRONG : fields} busy={busy} />
        </>
      ) : (
        <div className="grid justify-items-start gap-4">
          <p>{m.noPasswordYet()}</p>
          <ButtonLink to="/account/security" variant="secondary">
            {m.security()}
          </ButtonLink>
        </div>
      )}
    </AccountFrame>
  )
}

const NOTHING_WRONG: Record<string, string> = {}

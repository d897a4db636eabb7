/** /become-a-mentor/check — mentors and applicants confirm an address by an emailed code and upload documents. */
import { data, useNavigation, type ShouldRevalidateFunctionArgs } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted } from '#server/platform/http/form'
import { requireAccount } from '#server/site/guards/account-guards'
import { isUpload, receiveUpload } from '#server/platform/http/upload'
import * as m from '#messages/application'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { ProsePage } from '../../../ui/layout/prose.tsx'
import { OwnChecksForms } from '../../../ui/mentors/checks/own-checks.tsx'
import { ownZone } from '../../../views/accounts/own-zone.ts'
import { sendDocument, handleOwnChecks, readOwnChecks } from '../../../views/mentors/own-checks.ts'
import type { Route } from './+types/mentor-checks'

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAccount(context, request)
  return { checks: await readOwnChecks(context.get(appContext), session, ownZone(request, session)) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAccount(context, request)
  const { client } = clientOfPage(context, request)
  const posted = { app: context.get(appContext), session, client }
  const { result, status, retryAfter } = isUpload(request)
    ? await sendDocument(posted, () => receiveUpload(request, 'document'))
    : await handleOwnChecks({ ...posted, form: await readPosted(request) })
  return data(result, { status, headers: retryAfter ? { 'Retry-After': String(retryAfter) } : {} })
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

/** Also revalidates after an error, since a wrong code uses up an attempt. Not when the browser is offline. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formMethod === 'POST' || defaultShouldRevalidate

export default function MentorChecks({ loaderData: { checks }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state === 'submitting'
  return (
    <ProsePage title={m.verification()} lead={m.verificationLead()}>
      <PageHead title={m.verification()} />
      {checks ? (
        <OwnChecksForms checks={checks} result={actionData ?? null} busy={busy} />
      ) : (
        <div className="mt-8 grid justify-items-start gap-4">
          <p className="text-lg">{m.verifyAfterApplying()}</p>
          <ButtonLink to="/become-a-mentor">{m.beOurMentor()}</ButtonLink>
        </div>
      )}
    </ProsePage>
  )
}

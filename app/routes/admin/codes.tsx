/** /admin-dashboard/codes — discount codes: listed, added one by one or in batches, disabled and enabled. */
import { data, redirect } from 'react-router'
import { appContext } from '#server/context'
import { clientOfPage } from '#server/platform/http/client'
import { readPosted, typedIn } from '#server/platform/http/form'
import { requireAdmin } from '#server/site/guards/account-guards'
import * as m from '#messages/admin'
import { AdminFrame } from '../../ui/admin/admin-frame.tsx'
import adminStyles from '../../ui/admin/admin.css?url'
import { AdminCodeForm } from '../../ui/discounts/admin-code-form.tsx'
import { AdminCodes, CodeActions } from '../../ui/discounts/admin-codes.tsx'
import { ownZone } from '../../views/accounts/own-zone.ts'
import { personalHeaders } from '../../views/accounts/sign-in-pages.ts'
import {
  describeAdminDone,
  handleAdminCodesForm,
  readAdminCodes,
  readAdminOffer,
  requestedForm,
} from '../../views/discounts/admin-codes.ts'
import type { Route } from './+types/codes'

const PATH = '/admin-dashboard/codes'
const CONFIRM = `/account/confirm?next=${encodeURIComponent(PATH)}`

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: adminStyles }]

export const headers = personalHeaders

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAdmin(context, request)
  const [app, query, zone] = [context.get(appContext), new URL(request.url).searchParams, ownZone(request, session)]
  const kind = requestedForm(query)
  return kind
    ? { form: { kind, offer: await readAdminOffer(app, zone) }, list: null, done: null }
    : { form: null, list: await readAdminCodes(app, query, zone), done: describeAdminDone(query) }
}

export async function action({ context, request }: Route.ActionArgs) {
  const session = requireAdmin(context, request)
  const typed = typedIn(await readPosted(request))
  const { client } = clientOfPage(context, request)
  const shown = { zone: ownZone(request, session), kind: requestedForm(new URL(request.url).searchParams) }
  const outcome = await handleAdminCodesForm(context.get(appContext), { session, client }, typed, shown)
  if (!outcome) throw data(null, 400)
  if (outcome === 'unproven') return redirect(CONFIRM, 303)
  if ('to' in outcome) return redirect(`${PATH}?${outcome.to}`, 303)
  return data(outcome.result, outcome.status)
}

export default function Codes({ loaderData: { form, list, done }, actionData }: Route.ComponentProps) {
  if (form)
    return (
      <AdminFrame title={form.kind === 'batch' ? m.createABatch() : m.addACode()}>
        <AdminCodeForm kind={form.kind} offer={form.offer} result={actionData ?? null} />
      </AdminFrame>
    )
  return (
    <AdminFrame title={m.codes()} actions={<CodeActions />} done={done}>
      <AdminCodes page={list} />
    </AdminFrame>
  )
}

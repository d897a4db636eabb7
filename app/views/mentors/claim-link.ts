/** The page on which an admin makes a link to claim an imported record. Server side. */
import { data } from 'react-router'
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { isRowId } from '#domain/row-id'
import { timeIn } from '#domain/time/clock'
import type { App } from '#server/context'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import { makeClaimLink, readClaimable } from '#server/mentors/claim/claim-links'
import { readClaimLinkForm } from '#server/mentors/claim/form'
import * as m from '#messages/application'
import { dateIn } from '#words/time'

/** `why`: this record needs no link. `open`: the link that works now; `email` null: one to hand over. */
type ClaimLinkView =
  | { id: string; why: 'not_imported' | 'claimed' }
  | { id: string; why: null; name: string; email: string; open: { email: string | null; until: string } | null }

/** Throws 404 for an unknown record. */
export async function readClaimLinkView(app: App, id: string, zone: string): Promise<ClaimLinkView> {
  if (!isRowId(id)) throw data(null, 404)
  const read = await readClaimable(app, id)
  if (!read.ok) {
    if (read.error.code === 'not_found') throw data(null, 404)
    return { id, why: read.error.code }
  }
  const { name, email, open } = read.value
  return {
    id,
    why: null,
    name,
    email: formatEmailAddress(email ?? ''),
    open: open && { email: open.email && formatEmailAddress(open.email), until: momentIn(open.until, zone) },
  }
}

/** `url`: the new link, shown this once. `mailedTo`: where it is on its way to. */
type ClaimLinkResult = {
  url: string | null
  mailedTo: string | null
  typed: string
  error: string | null
}

type Posted = { app: App; session: Session; client: Client; id: string; form: FormData; origin: string }

/** Throws 404 for an unknown record, 400 for a form that none of our pages sends. */
export async function handleClaimLinkForm(posted: Posted): Promise<{ result: ClaimLinkResult; status: number }> {
  const { app, session, client, id, form, origin } = posted
  if (!isRowId(id)) throw data(null, 404)
  const read = readClaimLinkForm(form)
  if (!read) throw data(null, 400)
  const nothing = { url: null, mailedTo: null, typed: '', error: null }
  if (!read.ok) {
    return {
      result: { ...nothing, typed: String(form.get('email') ?? ''), error: read.error['email'] ?? '' },
      status: 400,
    }
  }
  const made = await makeClaimLink(app, { session, client }, id, read.value.email)
  if (!made.ok) {
    if (made.error.code === 'not_found') throw data(null, 404)
    return { result: nothing, status: 409 } // The page says why.
  }
  const { token } = made.value
  const url = token && `${origin}/claim?token=${token}`
  return {
    result: { ...nothing, url, mailedTo: read.value.email && formatEmailAddress(read.value.email) },
    status: 200,
  }
}

const momentIn = (at: Date, zone: string) => m.dateAtTime({ date: dateIn(at, zone), time: timeIn(at, zone) })

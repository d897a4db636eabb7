/** Loads the admins' list of unclaimed imported records. */
import type { App } from '#server/context'
import { formatEmailAddress } from '#server/platform/reference/email-addresses'
import { countUnclaimed, listUnclaimed, type UnclaimedRecord } from '#server/mentors/claim/unclaimed-queries'
import * as m from '#messages/application'
import { dateIn } from '#words/time'
import type { UnclaimedList } from '../../ui/mentors/claim/unclaimed-records.tsx'

export const UNCLAIMED_PATH = '/admin-dashboard/imported'

const ENTRIES_ON_PAGE = 50

/** A page that the address asks for and the list does not reach is its last one. */
export async function readUnclaimed(app: App, request: Request, zone: string): Promise<UnclaimedList> {
  const count = await countUnclaimed(app.db)
  const last = Math.max(Math.ceil(count / ENTRIES_ON_PAGE), 1)
  const page = Math.min(pageIn(request), last)
  const rows = await listUnclaimed(app.db, { limit: ENTRIES_ON_PAGE, offset: (page - 1) * ENTRIES_ON_PAGE })
  return {
    count,
    records: rows.map((row) => ({
      id: row.id,
      name: row.name,
      role: row.role,
      isPublic: row.status === 'accepted',
      imported: row.importedAt && dateIn(row.importedAt, zone),
      link: formatLink(row, zone, app.now()),
    })),
    previous: page > 1 ? pageUrl(page - 1) : null,
    next: page < last ? pageUrl(page + 1) : null,
  }
}

function pageIn(request: Request): number {
  const requested = new URL(request.url).searchParams.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(requested) ? Number(requested) : 1
}

const pageUrl = (page: number) => (page === 1 ? UNCLAIMED_PATH : `${UNCLAIMED_PATH}?page=${page}`)

type Link = Pick<UnclaimedRecord, 'linkEmail' | 'linkMadeAt' | 'linkExpiresAt' | 'mailState' | 'mailStateSince'>

/** Whether a link was sent, and when it ends. */
export function formatLink(link: Link, zone: string, now: Date): string {
  const { linkEmail, linkMadeAt: made, linkExpiresAt: expires, mailState: state, mailStateSince: since } = link
  if (!made || !expires) return m.noClaimLink()
  const email = linkEmail && formatEmailAddress(linkEmail)
  const end = dateIn(expires, zone)
  const sent = email && state === 'sent'
  if (expires <= now) return sent ? m.mailedLinkExpired({ email, end }) : m.linkExpired({ end })
  if (sent && since) return m.linkEmailedOn({ email, date: dateIn(since, zone), end })
  if (email && state !== 'waiting') return m.linkNotEmailed({ email })
  if (email) return m.linkGoingOut({ email, end })
  return m.linkCreatedOn({ date: dateIn(made, zone), end })
}

/** The admins' page of codes, and what its forms do. Server side. */
import { MAX_NAMED_MENTORS, type Agreement } from '#domain/discounts/code-terms'
import { needsAgreement } from '#domain/discounts/discount'
import { isRowId } from '#domain/row-id'
import type { Actor } from '#server/accounts/audit'
import { readCursor } from '#server/bookings/admin/form'
import { listPublicCohorts } from '#server/cohorts/queries'
import type { App } from '#server/context'
import { readBatchForm, readCodeForm, readMentorSlugs, type CodeChoices } from '#server/discounts/form'
import { createBatch, createCode, switchCodes } from '#server/discounts/manage-codes'
import { listBatches, listCodes, type ListedCode } from '#server/discounts/managing-queries'
import { listMentorsBySlug } from '#server/mentors/admin-list-queries'
import type { Typed } from '#server/platform/http/form'
import * as m from '#messages/admin'
import * as codes from '#messages/codes'
import { formatList } from '#words/lists'
import { dateIn } from '#words/time'
import type {
  AdminCodeResult,
  AdminCodesPage,
  AdminCodeView,
  BatchView,
  CodeFormKind,
} from '../../ui/discounts/admin-codes-page.ts'
import type { CodeOffer } from '../../ui/discounts/codes.ts'
import { zoneName } from '../accounts/own-zone.ts'
import { viewCode } from './code-view.ts'

const PATH = '/admin-dashboard/codes'
const ROWS = 50
const BATCHES = 200

const batchPath = (name: string) => `${PATH}?${new URLSearchParams({ batch: name })}`

/** `zone`: of the dates. */
export async function readAdminCodes(app: App, query: URLSearchParams, zone: string): Promise<AdminCodesPage> {
  const batches = (await listBatches(app.db, BATCHES)).map(({ createdAt, ...row }): BatchView => ({
    ...row,
    to: batchPath(row.name),
    created: dateIn(createdAt, zone),
  }))
  const batch = batches.find(({ name }) => name === query.get('batch')) ?? null
  const search = (query.get('q') ?? '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 40)
  const after = readCursor(query.get('after') ?? '')
  const rows = await listCodes(app.db, search ? { search } : { batch: batch?.name ?? null }, {
    after,
    limit: ROWS + 1,
  })
  const last = rows.length > ROWS ? rows[ROWS - 1] : undefined
  const chosen = { ...(search && { q: search }), ...(batch && { batch: batch.name }) }
  return {
    search,
    batch,
    batches,
    codes: rows.slice(0, ROWS).map((row) => viewAdminCode(row, { zone, now: app.now() })),
    next: last
      ? `${PATH}?${new URLSearchParams({ ...chosen, after: `${last.createdAt.getTime()}.${last.id}` })}`
      : null,
  }
}

function viewAdminCode(row: ListedCode, shown: { zone: string; now: Date }): AdminCodeView {
  return {
    ...viewCode(row, shown),
    batch: row.batch === null ? null : { name: row.batch, to: batchPath(row.batch) },
    madeBy: row.mentorName,
    mentors: row.mentorId === null ? describeMentors(row) : [],
    bearer: row.borneBy,
    isUnaccepted: needsAgreement(row) && row.mentors.every(({ agreement }) => agreement !== 'accepted'),
  }
}

/** Whom an operator's code is limited to; if they bear the discount, by what they have said to it. */
function describeMentors(row: ListedCode): string[] {
  const named = row.mentors
  if (!needsAgreement(row)) return named.length > 0 ? [m.codeForMentors({ names: listNames(named) })] : []
  if (row.mentorIds === null) return [m.codeCoverNamesNone()]
  const byAgreement = Map.groupBy(named, ({ agreement }) => agreement)
  return (['accepted', 'waiting', 'declined'] as const).flatMap((agreement) => {
    const those = byAgreement.get(agreement)
    return those ? [COVER[agreement]({ names: listNames(those) })] : []
  })
}

const listNames = (named: { name: string }[]) =>
  formatList(
    named.map(({ name }) => name),
    'comma',
  )

const COVER: Record<Agreement, (of: { names: string }) => string> = {
  accepted: m.codeCoverAccepted,
  waiting: m.codeCoverWaiting,
  declined: m.codeCoverDeclined,
}

/** The form that the address asks for. */
export const requestedForm = (query: URLSearchParams): CodeFormKind | null =>
  (['code', 'batch'] as const).find((kind) => kind === query.get('add')) ?? null

/** What the form offers before anything is typed. `zone`: of the days. */
export const readAdminOffer = (app: App, zone: string): Promise<CodeOffer> => listOffer(app, zone, null)

type Named = Awaited<ReturnType<typeof listMentorsBySlug>>

/** `named`: the mentors that the form names; null for any. Sessions are listed of named mentors alone. */
async function listOffer(app: App, zone: string, named: Named | null): Promise<CodeOffer> {
  const running = await listPublicCohorts(app.db, app.now().toISOString().slice(0, 10))
  const accounts = named && new Set(named.map(({ accountId }) => accountId))
  const cohorts = accounts ? running.filter(({ accountId }) => accounts.has(accountId)) : running
  return {
    currencies: [...app.config.CURRENCIES],
    sessions: (named ?? []).flatMap(({ name, sessions }) =>
      sessions.map(({ id, title }) => ({ id, title: m.codeOfSession({ title, name }) })),
    ),
    cohorts: cohorts.map(({ id, title, mentorName }) => ({ id, title: m.codeOfSession({ title, name: mentorName }) })),
    place: zoneName(zone),
  }
}

/** What is said after a form, by `?done=`. */
const DONE = {
  batch: m.batchCreatedNow,
  enabled: m.codesNowEnabled,
  disabled: m.codesNowDisabled,
  unchanged: m.codeUnchanged,
}

export function describeAdminDone(query: URLSearchParams): string | null {
  const added = query.get('added')
  if (added && /^[A-Z0-9]{4,40}$/.test(added)) return m.codeAdded({ code: added })
  const done = query.get('done')
  return done && Object.hasOwn(DONE, done) ? DONE[done as keyof typeof DONE]() : null
}

/** `to`: the query of the page's address. `unproven`: they have to confirm who they are, and nothing is typed. */
type Handled = { to: string } | { result: AdminCodeResult; status: number } | 'unproven' | null

/** Null for a form that the page does not have. `zone`: of the days. */
export async function handleAdminCodesForm(
  app: App,
  actor: Actor,
  { intent, ...typed }: Typed,
  { zone, kind }: { zone: string; kind: CodeFormKind | null },
): Promise<Handled> {
  if (intent === 'enable' || intent === 'disable') return handleSwitch(app, actor, typed, intent === 'enable')
  if (!kind || (intent !== kind && intent !== 'look')) return null
  const { named, error } = await readNamed(app, typed['mentors'] ?? '')
  const offer = await listOffer(app, zone, named)
  const refuse = (errors: Record<string, string>, status: number, unproven = false) => ({
    result: { typed, errors, offer, unproven },
    status,
  })
  if (error !== null) return refuse({ mentors: error }, 400)
  if (intent === 'look') return refuse({}, 200)
  return save(app, actor, { kind, typed, choices: toChoices(app, offer, { zone, named }), refuse })
}

function toChoices(app: App, offer: CodeOffer, { zone, named }: { zone: string; named: Named | null }): CodeChoices {
  const ids = (options: { id: string }[]) => new Set(options.map(({ id }) => id))
  return {
    currencies: offer.currencies,
    zone,
    now: app.now(),
    sessions: ids(offer.sessions),
    cohorts: ids(offer.cohorts),
    mentorIds: named && named.map(({ id }) => id),
  }
}

type Saving = {
  kind: CodeFormKind
  typed: Typed
  choices: CodeChoices
  refuse: (errors: Record<string, string>, status: number, unproven?: boolean) => Handled
}

async function save(app: App, actor: Actor, { kind, typed, choices, refuse }: Saving): Promise<Handled> {
  if (kind === 'batch') {
    const read = readBatchForm(typed, choices)
    if (!read.ok) return refuse(read.error, 400)
    const made = await createBatch(app, actor, read.value)
    if (made.ok) return { to: String(new URLSearchParams({ batch: read.value.name, done: 'batch' })) }
    return made.error.code === 'unproven' ? refuse({}, 403, true) : refuse({ name: m.batchNameTaken() }, 409)
  }
  const read = readCodeForm(typed, choices)
  if (!read.ok) return refuse(read.error, 400)
  const made = await createCode(app, actor, read.value)
  if (made.ok) return { to: `added=${made.value.code}` }
  return made.error.code === 'unproven' ? refuse({}, 403, true) : refuse({ code: codes.codeTaken() }, 409)
}

/** The mentors that are named; null for none, which means any. */
async function readNamed(app: App, typed: string): Promise<{ named: Named | null; error: string | null }> {
  const slugs = readMentorSlugs(typed)
  if (slugs.length === 0) return { named: null, error: null }
  if (slugs.length > MAX_NAMED_MENTORS) return { named: [], error: m.tooManyMentors({ most: MAX_NAMED_MENTORS }) }
  const named = await listMentorsBySlug(app.db, slugs)
  const known = new Set(named.map(({ slug }) => slug))
  const unknown = slugs.filter((slug) => !known.has(slug))
  if (unknown.length === 0) return { named, error: null }
  return { named, error: m.unknownMentors({ count: unknown.length, names: formatList(unknown, 'comma') }) }
}

async function handleSwitch(app: App, actor: Actor, { id, batch }: Typed, isOn: boolean): Promise<Handled> {
  if (batch === undefined && !isRowId(id ?? '')) return null
  const which = batch === undefined ? { id: id! } : { batch: batch.toWellFormed().replaceAll('\0', '') }
  const changed = await switchCodes(app, actor, which, isOn)
  if (!changed.ok && changed.error.code === 'unproven') return 'unproven'
  const done = changed.ok ? (isOn ? 'enabled' : 'disabled') : 'unchanged'
  return { to: String(new URLSearchParams({ ...(batch !== undefined && { batch }), done })) }
}

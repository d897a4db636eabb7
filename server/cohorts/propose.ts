/** Proposing a cohort: it is written, and waits for review. */
import { randomUUID } from 'node:crypto'
import { changedCohortFields, type CohortContent, type CohortRequest } from '#domain/cohorts/content'
import { dateErrors, type DateError } from '#domain/cohorts/dates'
import { err, ok, type Result } from '#domain/result'
import { recordAuditEvent } from '#server/accounts/audit-queries'
import { lockAccount } from '#server/accounts/queries'
import { cohortEvent } from '#server/cohorts/audit'
import { deleteFormDraft, findFormDraft } from '#server/accounts/drafts/form-drafts-queries'
import { queueCohortMail } from '#server/cohorts/mails/queue-mail'
import { findOpenCohort, freeCohortSlug, insertCohort, resubmitCohort, type Cohort } from '#server/cohorts/queries'
import type { App } from '#server/context'
import { transact, type Db } from '#server/platform/db/connect'
import type { Actor } from '#server/accounts/audit'
import { reviewDeadline } from '#server/mentors/application/submit'
import { findCurrencyOfAccount, mayEarn } from '#server/mentors/queries'
import { isCountry } from '#server/platform/reference/countries'
import * as m from '#messages/forms'

/** `invalid`: messages by field, and nothing was written. `decided`: what the form was filled from was decided meanwhile. */
type ProposeError = { code: 'invalid'; fields: Record<string, string> } | { code: 'decided' }

/** In which an account prices the seats of its cohorts: without a mentor's record they are free, in the site's currency. */
export const proposalCurrency = async (app: Pick<App, 'db' | 'config'>, accountId: string): Promise<string> =>
  (await findCurrencyOfAccount(app.db, accountId)) ?? app.config.CURRENCY

/**
 * Sends a proposal of a signed-in person, or what they changed in the one that is open. Its draft is then discarded. Sent
 * twice, as by a double click, it is one proposal.
 *
 * @param of The open proposal that the form was filled from; null for a new one.
 */
export async function proposeCohort(
  app: App,
  actor: Actor,
  request: CohortRequest,
  of: string | null,
): Promise<Result<{ cohortId: string }, ProposeError>> {
  const fields = {
    ...describeDateErrors(app, request),
    ...countryErrors(request),
    ...(await priceErrors(app, actor, request)),
  }
  if (Object.keys(fields).length > 0) return err({ code: 'invalid', fields })
  return transact(app.db, async (tx): Promise<Result<{ cohortId: string }, ProposeError>> => {
    const account = await lockAccount(tx, actor.session.accountId)
    const open = await findOpenCohort(tx, account.id, { lock: true })
    if (of !== null && of !== open?.id) return err({ code: 'decided' })
    const draft = await findFormDraft(tx, 'proposal', account.id)
    const content = { ...request, picture: draft?.picture ?? open?.content.picture ?? null }
    const cohortId = open ? await sendAgain(app, tx, actor, open, content) : await sendFirst(app, tx, actor, content)
    await deleteFormDraft(tx, 'proposal', account.id)
    return ok({ cohortId })
  })
}

const DATE_ERRORS: Record<DateError, () => string> = {
  starts_in_past: m.cohortFirstDayPast,
  starts_too_late: m.cohortFirstDayTooFar,
  ends_before_start: m.cohortLastDayBeforeFirst,
  ends_too_late: m.cohortLastDayTooFar,
  outside: m.cohortDayOutside,
  out_of_order: m.cohortSessionTooEarly,
}

function describeDateErrors(app: Pick<App, 'now'>, request: CohortRequest): Record<string, string> {
  const errors = Object.entries(dateErrors(request, app.now().toISOString().slice(0, 10)))
  return Object.fromEntries(errors.map(([field, error]) => [field, DATE_ERRORS[error]()]))
}

function countryErrors({ fromCountry, toCountry }: CohortRequest): Record<string, string> {
  const unknown = Object.entries({ fromCountry, toCountry }).filter(([, code]) => code !== null && !isCountry(code))
  return Object.fromEntries(unknown.map(([field]) => [field, m.chooseCountry()]))
}

async function priceErrors(app: App, actor: Actor, { pricePence }: CohortRequest): Promise<Record<string, string>> {
  if (pricePence === 0 || (await mayEarn(app.db, actor.session.accountId))) return {}
  return { price: m.seatPriceNotAllowed() }
}

async function sendFirst(app: App, tx: Db, actor: Actor, content: CohortContent): Promise<string> {
  const id = randomUUID()
  const cohort = { id, accountId: actor.session.accountId, createdAt: app.now() }
  const slug = await freeCohortSlug(tx, content.title, null)
  // The other slug: a cohort of the same title is being proposed at this moment.
  const made =
    (await insertCohort(tx, { ...cohort, slug }, content)) ||
    (await insertCohort(tx, { ...cohort, slug: `${slug}-${id.slice(0, 8)}` }, content))
  if (!made) throw new Error(`No slug for ${slug}`)
  await recordAuditEvent(tx, cohortEvent(app, actor, 'cohort.proposed', id, { after: content }))
  await queueReceived(app, tx, id)
  return id
}

async function sendAgain(app: App, tx: Db, actor: Actor, open: Cohort, content: CohortContent): Promise<string> {
  const changed = changedCohortFields(open.content, content)
  if (open.status === 'pending' && changed.length === 0) return open.id
  const slug = changed.includes('title') ? await freeCohortSlug(tx, content.title, open.id) : open.slug
  await resubmitCohort(tx, open, { content, slug, now: app.now() })
  const { picture } = open.content
  if (picture && picture !== content.picture) await app.queue(tx, 'remove-picture', { key: picture })
  const isAgain = open.status === 'changes_requested'
  const of = (all: CohortContent) => Object.fromEntries(changed.map((field) => [field, all[field]]))
  await recordAuditEvent(
    tx,
    cohortEvent(app, actor, isAgain ? 'cohort.sent_again' : 'cohort.changed', open.id, {
      before: of(open.content),
      after: of(content),
    }),
  )
  if (isAgain) await queueReceived(app, tx, open.id)
  return open.id
}

const queueReceived = (app: App, tx: Db, cohortId: string) =>
  queueCohortMail(app, tx, cohortId, 'received', { answerBy: reviewDeadline(app, app.now()) })

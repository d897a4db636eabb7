/** The application form's data, for a visitor or for the person signed in. */
import { redirect } from 'react-router'
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import {
  fitsApplication,
  readTypedHours,
  typedHours,
  WEEKDAY_STARTS,
  type WeeklyStarts,
} from '#domain/mentors/application-hours'
import type { MentorField } from '#domain/mentors/content'
import { nextMentorStatus, isPublished, type MentorStatus } from '#domain/mentors/mentor-status'
import { toTypedApplication, withoutBeside } from '#domain/mentors/typed-application'
import { readDraft } from '#server/accounts/drafts/drafts'
import type { App } from '#server/context'
import { findFormDraft } from '#server/accounts/drafts/form-drafts-queries'
import { reviewDeadline } from '#server/mentors/application/submit'
import { readApplicationForm } from '#server/mentors/application/form'
import { offeredBounds, typedBounds } from '#server/mentors/price-bounds'
import { findRecord } from '#server/mentors/record/content-queries'
import { readWeeklyStarts } from '#server/mentors/hours/hours-queries'
import { listSubmissions } from '#server/mentors/review/submissions-queries'
import { listTopics } from '#server/mentors/topics/topics-queries'
import { listCountries } from '#server/platform/reference/countries'
import { listLanguages, spokenLanguages } from '#server/platform/reference/languages'
import { listZoneGroups } from '#server/platform/reference/zones'
import * as m from '#messages/application'
import { dayOfKey } from '#words/time'
import { describeAllStored } from '#words/product-texts'
import { describeTopic, describeTopicGroup } from '#words/mentors/topics'
import { readAdvice } from './advice.ts'
import type { ApplicationOffer } from '../../ui/mentors/application/application-offer.ts'
import { zoneOfCookie } from '../../ui/time/clock.ts'
import type { Typed } from '../../ui/forms/typed-fields.ts'

export const APPLICATION_PATH = '/become-a-mentor/apply'

/** Whether an application may be sent, or sent again, for a record in this status. */
export const mayApply = (status: MentorStatus | null): boolean =>
  status === null || (!isPublished(status) && nextMentorStatus(status, 'submit', 'mentor') !== null)

/** Throws a redirect to the page about their application for those who cannot send one. */
export async function readApplication(
  app: App,
  session: Session | null,
  client: Pick<Client, 'browser' | 'cookies'>,
): Promise<ApplicationOffer> {
  const browserZone = zoneOfCookie(client.cookies) ?? ''
  const beforeSigningIn = await readDraft(app, client.browser, APPLICATION_PATH)
  const own = session && (await readOwn(app, session, browserZone))
  const begun = beforeSigningIn ?? own?.typed ?? { timeZone: browserZone }
  const { currency } = typedBounds(app, begun)
  const typed = withHours({ ...begun, currency }, own?.weekly ?? WEEKDAY_STARTS)
  return {
    account: session?.accountId ?? null,
    typed,
    version: own?.version ?? null,
    savedAt: own?.savedAt?.toISOString() ?? null,
    restored: beforeSigningIn !== null && session !== null,
    picture: own?.picture ?? null,
    isAccountPicture: own?.isAccountPicture ?? true,
    accountPicture: own?.otherPicture ?? null,
    prefill: own?.changeRequests ?? {},
    errors: findApplicationErrors(app, typed),
    zones: listZoneGroups(),
    countries: listCountries(),
    languages: listLanguages().map(({ name }) => name),
    topics: await readOfferedTopics(app, typed),
    bounds: offeredBounds(app),
    feePercent: app.config.FEE_PERCENT,
    answerBy: dayOfKey(reviewDeadline(app, app.now())),
    advice: readAdvice(app),
    now: app.now().toISOString(),
  }
}

/** With the usual week, unless it was typed already or has times that the form cannot show. */
function withHours(typed: Typed, weekly: WeeklyStarts): Typed {
  return readTypedHours(typed) === null && fitsApplication(weekly) ? { ...typed, ...typedHours(weekly) } : typed
}

/** Reads an application as it is sent. A move may be planned for next year. */
export function readSentApplication(app: App, typed: Typed) {
  return readApplicationForm(typed, { bounds: typedBounds(app, typed), thisYear: app.now().getUTCFullYear() + 1 })
}

/** What is missing or not valid in an application, by field. */
export function findApplicationErrors(app: App, typed: Typed): Typed {
  const read = readSentApplication(app, typed)
  return read.ok ? {} : read.error
}

/** The topics to choose from, and those that are chosen though they were retired, so that they can be left out. */
async function readOfferedTopics({ db }: App, typed: Typed): Promise<ApplicationOffer['topics']> {
  const chosen = (typed['topics'] ?? '').split(',')
  const shown = (await listTopics(db)).filter(({ code, retired }) => !retired || chosen.includes(code))
  return shown.map(({ retired, code, group, label: stored }) => {
    const label = describeTopic({ code, label: stored })
    return { code, group: describeTopicGroup(group), label: retired ? m.noLongerOffered({ label }) : label }
  })
}

/** What the account has: a draft, or what was sent before, or at first its name and time zone. */
async function readOwn(app: App, session: Session, browserZone: string) {
  const record = await findRecord(app.db, { account: session.accountId })
  if (record && !mayApply(record.status)) throw redirect('/become-a-mentor')
  const draft = await findFormDraft(app.db, 'application', session.accountId)
  const sent = record
    ? toTypedApplication(record.content, spokenLanguages(record.content))
    : { name: session.name, timeZone: session.timeZone ?? browserZone }
  const drafted = withoutBeside(draft?.fields ?? {})
  const portrait = draft?.picture ?? record?.content.portrait ?? null
  const [latest] = record ? await listSubmissions(app.db, record.id) : []
  return {
    typed: Object.keys(drafted).length > 0 ? drafted : sent,
    weekly: record ? await readWeeklyStarts(app.db, record.id) : WEEKDAY_STARTS,
    version: draft?.version ?? null,
    savedAt: draft?.savedAt ?? null,
    picture: portrait ?? session.picture,
    isAccountPicture: portrait === null || portrait === session.picture,
    otherPicture: record?.content.portrait ?? session.picture,
    changeRequests:
      record?.status === 'changes_requested' && latest ? requestsByField(describeAllStored(latest.requests)) : {},
  }
}

/** The form's field for a field of the record, for links and notes. Those that the form lacks are on the profile. */
export const formField = (field: MentorField): string =>
  ({ moves: 'moves.0.fromCountry', sessions: 'sessions.0.title', otherLanguages: 'languages' })[field as string] ??
  field

function requestsByField(requests: Partial<Record<MentorField, string>>): Typed {
  const entries = Object.entries(requests) as [MentorField, string][]
  return Object.fromEntries(entries.map(([field, changeRequests]) => [formField(field), changeRequests]))
}

/** A mentor's own checks: addresses that they prove, and documents that they give. Server side. */
import { data } from 'react-router'
import type { Session } from '#domain/accounts/account'
import type { Client } from '#domain/accounts/client'
import { ADDRESS_CHECKS, isCheckValid, type AddressCheck } from '#domain/mentors/checks'
import { isRowId } from '#domain/row-id'
import { timeIn } from '#domain/time/clock'
import type { App } from '#server/context'
import { listChecks, listCodes } from '#server/mentors/checks/checks-queries'
import { requestCode, canBeChecked, enterCode, type AskError, type EnterError } from '#server/mentors/checks/codes'
import { addDocument, MAX_DOCUMENTS, removeOwnDocument, type AddDocumentError } from '#server/mentors/checks/documents'
import { listDocuments } from '#server/mentors/checks/documents-queries'
import { readAddressForm, readCodeForm } from '#server/mentors/checks/form'
import { reviewedContent } from '#server/mentors/checks/reviewed-content'
import { findRecord } from '#server/mentors/record/content-queries'
import * as m from '#messages/application'
import { dateIn } from '#words/time'
import { explainTooMany } from '../../ui/accounts/sign-in/refusal.tsx'
import type { OwnAddress, OwnChecks, OwnChecksResult } from '../../ui/mentors/checks/own-checks-view.ts'

/** Null without an application or profile that can be checked. */
export async function readOwnChecks(app: App, { accountId }: Session, zone: string): Promise<OwnChecks | null> {
  const record = await findRecord(app.db, { account: accountId })
  if (!record || !canBeChecked(record.status)) return null
  const content = await reviewedContent(app.db, record)
  const checks = await listChecks(app.db, record.id)
  const codes = await listCodes(app.db, record.id, app.now())
  const documents = await listDocuments(app.db, record.id)
  return {
    addresses: ADDRESS_CHECKS.map((kind) => {
      const check = checks.find((each) => each.kind === kind)
      const code = codes.find((each) => each.kind === kind)
      return {
        kind,
        title: TITLES[kind](),
        state: check && isCheckValid(check, content) ? describeState(check, zone) : null,
        pendingCode: code ? { address: code.address, until: timeIn(code.expiresAt, zone) } : null,
      }
    }),
    documents: documents.map((document, n) => ({ id: document.id, words: describeDocument(document, n + 1, zone) })),
    mayAdd: documents.length < MAX_DOCUMENTS,
  }
}

const TITLES: Record<AddressCheck, () => string> = {
  university_address: m.yourUniversityAddress,
  work_address: m.yourWorkAddress,
}

function describeState(
  { address, provenAt, checkedAt }: { address: string | null; provenAt: Date | null; checkedAt: Date | null },
  zone: string,
): OwnAddress['state'] {
  if (!provenAt) return null
  const proven = { address: address ?? '', date: dateIn(provenAt, zone) }
  return checkedAt ? m.addressConfirmed(proven) : m.addressInReview(proven)
}

/** "Document 1: PDF, 240 KB, added 18 November 2026" */
export function describeDocument(
  { format, bytes, addedAt }: { format: 'pdf' | 'webp'; bytes: number; addedAt: Date },
  number: number,
  zone: string,
): string {
  const kilobytes = String(Math.max(Math.round(bytes / 1_024), 1))
  return m.documentFacts({ number, isPdf: format === 'pdf', kilobytes, date: dateIn(addedAt, zone) })
}

type Posted = { app: App; session: Session; client: Client; form: FormData }
type Handled = { result: OwnChecksResult; status: number; retryAfter?: number }

/** Throws 400 for a form that our pages do not send, 404 for another person's document. */
export async function handleOwnChecks({ app, session, client, form }: Posted): Promise<Handled> {
  const actor = { session, client }
  const kind = String(form.get('kind'))
  switch (form.get('intent')) {
    case 'mail': {
      const typed = String(form.get('address') ?? '').slice(0, 300)
      const read = readAddressForm(form)
      if (!read.ok) return wrong(kind, { address: read.error['address'] ?? notOurs() }, 400, typed)
      const { address } = read.value
      const sent = await requestCode(app, actor, { account: session.accountId }, read.value)
      if (!sent.ok) return refusedCode(kind, sent.error, typed)
      return done(kind, m.codeMayCome({ address }))
    }
    case 'code': {
      const read = readCodeForm(form)
      if (!read.ok) return wrong(kind, { code: read.error['code'] ?? notOurs() }, 400)
      const entered = await enterCode(app, actor, read.value)
      if (!entered.ok) return refusedEntry(kind, entered.error)
      return done(kind, m.codeConfirmed())
    }
    case 'remove': {
      const id = String(form.get('document'))
      if (!isRowId(id) || !(await removeOwnDocument(app, actor, id))) throw data(null, 404)
      return done('document', m.documentRemoved())
    }
    default:
      return notOurs()
  }
}

function notOurs(): never {
  throw data(null, 400)
}

function refusedCode(kind: string, error: AskError, typed: string): Handled {
  switch (error.code) {
    case 'not_now':
      throw data(null, 409)
    case 'free_mail':
      return wrong(kind, { address: m.freeMail() }, 422, typed)
    case 'too_many':
      return { ...wrong(kind, { address: explainTooMany(error.retryAfter) }, 429, typed), retryAfter: error.retryAfter }
  }
}

function refusedEntry(kind: string, error: EnterError): Handled {
  switch (error.code) {
    case 'wrong':
      return wrong(kind, { code: m.wrongCode({ left: error.left }) }, 422)
    case 'over':
      return wrong(kind, { code: m.codeExpired() }, 422)
    case 'too_many':
      return { ...wrong(kind, { code: explainTooMany(error.retryAfter) }, 429), retryAfter: error.retryAfter }
  }
}

/** Receives an uploaded document. */
export async function sendDocument(
  { app, session, client }: Omit<Posted, 'form'>,
  receive: Parameters<typeof addDocument>[2],
): Promise<Handled> {
  let added: Awaited<ReturnType<typeof addDocument>>
  try {
    added = await addDocument(app, { session, client }, receive)
  } catch (error) {
    // The store is full or does not respond.
    app.log.error('a document could not be stored', { error })
    return { ...wrong('document', { document: m.documentNotSaved() }, 503), retryAfter: 60 }
  }
  if (added.ok) return done('document', m.documentUploaded())
  if (added.error.code === 'not_now') throw data(null, 409)
  if (added.error.code === 'too_many') {
    const { retryAfter } = added.error
    return { ...wrong('document', { document: explainTooMany(retryAfter) }, 429), retryAfter }
  }
  const { status, words, retryAfter } = REFUSALS[added.error.code]
  return { ...wrong('document', { document: words() }, status), ...(retryAfter && { retryAfter }) }
}

const REFUSALS: Record<
  Exclude<AddDocumentError['code'], 'too_many' | 'not_now'>,
  { status: number; words: () => string; retryAfter?: number }
> = {
  no_file: { status: 400, words: m.chooseDocument },
  malformed: { status: 400, words: m.uploadInterrupted },
  not_a_document: {
    status: 422,
    words: m.documentUnreadable,
  },
  too_large: { status: 413, words: m.documentTooLarge },
  too_small: { status: 422, words: m.pictureTooSmall },
  too_demanding: {
    status: 422,
    words: m.pictureUnusable,
  },
  enough: { status: 409, words: m.enoughDocuments },
  already_uploading: {
    status: 429,
    words: m.otherUpload,
    retryAfter: 30,
  },
  busy: { status: 503, words: m.tooManyUploads, retryAfter: 60 },
}

const done = (about: string, words: string): Handled => ({
  result: { about, done: words, fields: {}, typed: '' },
  status: 200,
})

const wrong = (about: string, fields: Record<string, string>, status: number, typed = ''): Handled => ({
  result: { about, done: null, fields, typed },
  status,
})

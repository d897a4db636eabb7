/** One booking as an admin sees it: what happened, its money, its emails, and what can be done. Forms work without scripts. */
import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { ConflictOfInterest } from '#domain/accounts/conflict-of-interest'
import type { BookingStatus } from '#domain/bookings/booking'
import * as m from '#messages/admin'
import { Alert } from '../../controls/alert.tsx'
import { Button, ButtonLink } from '../../controls/button.tsx'
import { DateField } from '../dates/date-field.tsx'
import { Field, Select, TextArea } from '../../controls/field.tsx'
import { NeedsAttention } from '../needs-attention.tsx'
import { OwnReason, OwnSentence } from '../conflict-of-interest.tsx'
import { STATUS_WORDS } from './booking-list.tsx'
import { PackageCredits, type PackageRecordPart } from './package-part.tsx'

/** `at`: the moment in words. */
type Event = { key: string; at: string; what: string; more: string | null }
type Amount = { key: string; what: string; at: string; amount: string }
/** A receipt or credit note. `pdf`: the address of its file. */
type Document = { number: string; what: string; pdf: string }
/** `to`: "to the mentee". `again`: the query of the question whether to send it once more; null where that cannot be. */
type Mail = { id: string; what: string; to: string; state: string; needsAttention: boolean; again: string | null }

/** What an admin is about to do. */
export type Question =
  | { about: 'cancel'; of: 'session' | 'session_of_package' | 'package'; shown: number; refund: string }
  | { about: 'refund'; shown: number; status: BookingStatus; currency: string; most: string }
  | { about: 'rebook'; revision: number; paid: string; days: [day: string, times: { at: string; words: string }[]][] }
  | { about: 'move'; revision: number; place: string; date: string; time: string }
  | { about: 'mail'; mail: string; sending: number; what: string; to: string }

/** `path`: the address that shows it, perhaps beside the list. `package`: null for a session. */
export type BookingRecordPage = {
  path: string
  reference: string
  status: BookingStatus
  title: string
  people: string
  mentorId: string
  clocks: { mentor: string; mentee: string }
  contact: string[]
  topic: string
  package: PackageRecordPart | null
  own: ConflictOfInterest | null
  can: { cancel: boolean; refund: boolean; move: boolean; rebook: boolean }
  question: Question | null
  history: Event[]
  ledger: Amount[]
  kept: string
  refunds: Amount[]
  documents: Document[]
  disputes: Amount[]
  mails: Mail[]
}

/** After a form that was refused: what is wrong, and what was typed. */
export type RecordResult = { problem: string | null; fields: Record<string, string>; typed: Record<string, string> }

/** The address with a question, which is a query. */
const asking = (path: string, question: string) => `${path}${path.includes('?') ? '&' : '?'}${question}`

export function BookingRecord({ page, result }: { page: BookingRecordPage; result: RecordResult | null }) {
  const { path, can, own, question } = page
  return (
    <>
      <p className="font-semibold">
        {page.clocks.mentor} <span className="font-normal text-ink-2">· {page.clocks.mentee}</span>
      </p>
      <p>
        {page.people}, <span className={`admin-status ${page.status}`}>{STATUS_WORDS[page.status]()}</span>
      </p>
      <p className="admin-aside mt-1 wrap-anywhere">{page.contact.join(' · ')}</p>
      {page.topic && (
        <blockquote
          dir="auto"
          className="mt-2 max-w-prose border-s-4 border-hair ps-3 wrap-anywhere whitespace-pre-line"
        >
          {page.topic}
        </blockquote>
      )}
      {result?.problem && (
        <div className="mt-4 max-w-2xl">
          <Alert>
            <p className="font-semibold">{result.problem}</p>
          </Alert>
        </div>
      )}
      <div className="mt-3">
        <OwnSentence own={own} />
      </div>
      {question ? (
        <div className="mt-4">
          <Confirmation question={question} own={own} path={path} result={result} />
        </div>
      ) : (
        <div className="admin-buttons">
          {can.move && (
            <Link to={asking(path, 'do=move')} className="admin-button">
              {m.moveEllipsis()}
            </Link>
          )}
          {can.rebook && (
            <Link to={asking(path, 'do=rebook')} className="admin-button">
              {m.bookAfterAllEllipsis()}
            </Link>
          )}
          {can.refund && (
            <Link to={asking(path, 'do=refund')} className="admin-button">
              {m.refundPartEllipsis()}
            </Link>
          )}
          {can.cancel && (
            <Link to={asking(path, 'do=cancel')} className="admin-button danger">
              {m.cancelEllipsis()}
            </Link>
          )}
          <Link to={`/admin-dashboard/bookings?mentor=${page.mentorId}`} className="admin-button">
            {m.bookingsOfMentor()}
          </Link>
        </div>
      )}
      <div className="admin-columns">
        <div>
          <Part title={m.history()}>
            <ol className="admin-history">
              {page.history.map(({ key, at, what, more }) => (
                <li key={key}>
                  <span className="text-ink-2">{at}</span>
                  <span>
                    <span className="wrap-anywhere">{what}</span>
                    {more && <span className="admin-aside block wrap-anywhere whitespace-pre-line">{more}</span>}
                  </span>
                </li>
              ))}
            </ol>
            <Note path={path} result={result} />
          </Part>
        </div>
        <div>
          {page.package && (
            <Part title={m.packageSessions()}>
              <PackageCredits part={page.package} />
            </Part>
          )}
          <Part title={m.ledger()}>
            <Amounts amounts={page.ledger} none={m.noEntries()} total={page.ledger.length > 0 ? page.kept : null} />
          </Part>
          {page.refunds.length > 0 && (
            <Part title={m.refunds()}>
              <Amounts amounts={page.refunds} none="" total={null} />
            </Part>
          )}
          {page.documents.length > 0 && (
            <Part title={m.receiptsAndCreditNotes()}>
              <ul className="admin-facts">
                {page.documents.map(({ number, what, pdf }) => (
                  <li key={number} className="flex flex-wrap justify-between gap-x-4 border-b border-hair py-2">
                    <span>{what}</span>
                    <a href={pdf} download className="link" aria-label={m.downloadDocument({ number })}>
                      {number}
                    </a>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          {page.disputes.length > 0 && (
            <Part title={m.disputes()}>
              <Amounts amounts={page.disputes} none="" total={null} />
            </Part>
          )}
          <Part title={m.emails()}>
            {page.mails.length === 0 && <p className="admin-empty">{m.noEmails()}</p>}
            <ul className="admin-facts">
              {page.mails.map(({ id, what, to, state, needsAttention, again }) => (
                <li key={id} className="flex flex-wrap justify-between gap-x-4 border-b border-hair py-2">
                  <span>
                    {what} <span className="text-ink-2">{to}</span>
                  </span>
                  <span className="flex items-center gap-3 text-ink-2">
                    {needsAttention ? <NeedsAttention>{state}</NeedsAttention> : state}
                    {again && (
                      <Link to={asking(path, again)} className="link" aria-label={m.sendAgainOf({ what, to })}>
                        {m.sendAgainEllipsis()}
                      </Link>
                    )}
                  </span>
                </li>
              ))}
            </ul>
          </Part>
        </div>
      </div>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="admin-part">
      <div className="admin-part-head">
        <h2>{title}</h2>
      </div>
      {children}
    </section>
  )
}

function Amounts({ amounts, none, total }: { amounts: Amount[]; none: string; total: string | null }) {
  if (amounts.length === 0) return <p className="admin-empty">{none}</p>
  return (
    <ul className="admin-facts">
      {amounts.map(({ key, what, at, amount }) => (
        <li key={key} className="flex flex-wrap justify-between gap-x-4 border-b border-hair py-2">
          <span>{what}</span>
          <span className="flex gap-4">
            <span className="text-ink-2">{at}</span>
            <span>{amount}</span>
          </span>
        </li>
      ))}
      {total && (
        <li className="flex justify-between gap-4 py-2 font-semibold">
          <span>{m.keptLessFee()}</span>
          <span>{total}</span>
        </li>
      )}
    </ul>
  )
}

function Note({ path, result }: { path: string; result: RecordResult | null }) {
  return (
    <Form method="post" action={path} className="mt-4 grid max-w-xl gap-3" key={result ? 'again' : 'new'}>
      <TextArea
        id="note"
        name="note"
        label={m.teamNote()}
        rows={2}
        maxLength={1000}
        defaultValue={result?.typed['note']}
        error={result?.fields['note']}
      />
      <div>
        <button type="submit" name="do" value="note" className="admin-button">
          {m.addNote()}
        </button>
      </div>
    </Form>
  )
}

type ConfirmationProps = {
  question: Question
  own: ConflictOfInterest | null
  path: string
  result: RecordResult | null
}

function Confirmation({ question, own, path, result }: ConfirmationProps) {
  const busy = useNavigation().state !== 'idle'
  return (
    <section className="admin-question" aria-labelledby="question">
      <h2 id="question">{isOfPackage(question) ? m.cancelPackageQuestion() : TITLES[question.about]()}</h2>
      <Form method="post" action={path}>
        <Fields question={question} result={result} />
        {question.about !== 'mail' && <OwnReason own={own} id="question" typed={result?.typed['own_reason']} />}
        <div className="button-row">
          {(question.about !== 'rebook' || question.days.length > 0) && (
            <Button type="submit" name="do" value={question.about} disabled={busy}>
              {buttonLabel(question)}
            </Button>
          )}
          <ButtonLink to={path} variant="secondary">
            {m.goBack()}
          </ButtonLink>
        </div>
      </Form>
    </section>
  )
}

const TITLES: Record<Question['about'], () => string> = {
  cancel: m.cancelQuestion,
  refund: m.refundQuestion,
  rebook: m.rebookQuestion,
  move: m.moveQuestion,
  mail: m.mailQuestion,
}

const isOfPackage = (question: Question) => question.about === 'cancel' && question.of === 'package'

function buttonLabel(question: Question): string {
  switch (question.about) {
    case 'cancel':
      if (question.shown > 0) return m.cancelAndRefund({ refund: question.refund })
      return isOfPackage(question) ? m.cancelPackage() : m.cancelSession()
    case 'refund':
      return m.refundThisPart()
    case 'rebook':
      return m.bookSession()
    case 'move':
      return m.moveSession()
    case 'mail':
      return m.resend()
  }
}

function cancelNote({ of, shown, refund }: Extract<Question, { about: 'cancel' }>): string {
  switch (of) {
    case 'package':
      return m.cancelPackageNote({ hasRefund: shown > 0, refund })
    case 'session_of_package':
      return m.cancelPackageSessionNote()
    case 'session':
      return m.cancelNote({ hasRefund: shown > 0, refund })
  }
}

function Fields({ question, result }: Omit<ConfirmationProps, 'path' | 'own'>) {
  const { typed = {}, fields = {} }: Partial<RecordResult> = result ?? {}
  switch (question.about) {
    case 'cancel':
      return (
        <>
          <p>{cancelNote(question)}</p>
          <input type="hidden" name="shown" value={question.shown} />
        </>
      )
    case 'refund':
      return (
        <>
          <p>{m.refundPartNote()}</p>
          <input type="hidden" name="shown" value={question.shown} />
          <input type="hidden" name="status" value={question.status} />
          <Field
            id="amount"
            name="amount"
            label={m.amountIn({ currency: question.currency })}
            hint={m.atMost({ most: question.most })}
            inputMode="decimal"
            defaultValue={typed['amount']}
            error={fields['amount']}
          />
          <TextArea
            id="reason"
            name="reason"
            label={m.reasonForTeam()}
            rows={2}
            defaultValue={typed['reason']}
            error={fields['reason']}
          />
        </>
      )
    case 'rebook':
      return <Times question={question} chosen={typed['at']} />
    case 'move':
      return (
        <>
          <p>{m.moveNote()}</p>
          <input type="hidden" name="revision" value={question.revision} />
          <DateField
            id="date"
            name="date"
            label={m.dateIn({ place: question.place })}
            defaultValue={typed['date'] ?? question.date}
            error={fields['date']}
          />
          <Field
            id="time"
            name="time"
            type="time"
            label={m.timeInMentorTime({ place: question.place })}
            defaultValue={typed['time'] ?? question.time}
            error={fields['time']}
          />
        </>
      )
    case 'mail':
      return (
        <>
          <p>{m.resendNote({ what: question.what, to: question.to })}</p>
          <input type="hidden" name="mail" value={question.mail} />
          <input type="hidden" name="sending" value={question.sending} />
        </>
      )
  }
}

type TimesProps = { question: Extract<Question, { about: 'rebook' }>; chosen: string | undefined }

/** The times at which a session can be booked that was paid for nothing. */
function Times({ question: { revision, paid, days }, chosen }: TimesProps) {
  if (days.length === 0) return <p>{m.noFreeTimes()}</p>
  return (
    <>
      <p>{m.rebookNote({ paid })}</p>
      <input type="hidden" name="revision" value={revision} />
      <Select id="at" name="at" label={m.timeForBoth()} defaultValue={chosen}>
        {days.map(([day, times]) => (
          <optgroup key={day} label={day}>
            {times.map(({ at, words }) => (
              <option key={at} value={at}>
                {words}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </>
  )
}

/** Matters that a person must decide, most about money: what happened, and what can be done. Forms work without scripts. */
import { Form, Link, useNavigation } from 'react-router'
import type { ConflictOfInterest } from '#domain/accounts/conflict-of-interest'
import * as m from '#messages/admin'
import { Button } from '../../controls/button.tsx'
import { Field } from '../../controls/field.tsx'
import { OwnReason, OwnSentence } from '../conflict-of-interest.tsx'
import { AdminPart } from '../part.tsx'

const PATH = '/admin-dashboard'

/** `settle`: what the button that tries to put it right says; null where nothing can be tried. */
export type ConcernView = {
  id: string
  title: string
  amount: string | null
  text: string
  since: string
  reference: string | null
  /** The address of the cohort that the booking is a seat in; null for a session. */
  cohort: string | null
  own: ConflictOfInterest | null
  can: { settle: string | null; refund: boolean; rebook: boolean }
}

/** `confirming`: the concern, and the action that the admin is about to confirm. */
export type ConcernsView = {
  concerns: ConcernView[]
  isMore: boolean
  confirming: { id: string; about: 'refund' | 'dismiss' } | null
}

type ConcernsProps = { view: ConcernsView; error: string | null; typed: string }

/** `error`: of the reason that was `typed`. */
export function Concerns({ view: { concerns, isMore, confirming }, error, typed }: ConcernsProps) {
  return (
    <AdminPart
      id="concerns"
      title={m.toDecide()}
      aside={concerns.length > 0 ? m.oldestFirst({ count: concerns.length }) : null}
    >
      {concerns.length === 0 && <p className="admin-empty">{m.nothingToDecide()}</p>}
      {concerns.map((concern) => (
        <Concern
          key={concern.id}
          concern={concern}
          about={confirming?.id === concern.id ? confirming.about : null}
          error={error}
          typed={typed}
        />
      ))}
      {isMore && <p className="admin-aside">{m.decideForMore()}</p>}
    </AdminPart>
  )
}

type ConcernProps = {
  concern: ConcernView
  about: 'refund' | 'dismiss' | null
  error: string | null
  typed: string
}

function Concern({ concern, about, error, typed }: ConcernProps) {
  const { id, title, amount, text, since, reference, cohort, own, can } = concern
  const to = (act: string) => `${PATH}?concern=${id}&do=${act}#concern-${id}`
  return (
    <article id={`concern-${id}`} className="admin-concern">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3>{title}</h3>
        {amount && <span className="font-semibold">{amount}</span>}
      </header>
      <p className="wrap-anywhere">{text}</p>
      <p className="admin-aside">
        {m.openSince({ since })}{' '}
        {reference && (
          <Link
            to={cohort ? `/cohorts/${cohort}/members` : `${PATH}/bookings/${reference}`}
            data-keys="row"
            className="link"
          >
            {m.bookingReference({ reference })}
          </Link>
        )}
      </p>
      <OwnSentence own={own} />
      {own === 'another' ? null : about ? (
        <Question concern={concern} about={about} error={error} typed={typed} />
      ) : (
        <div className="flex flex-wrap gap-2">
          {can.settle && <Settle id={id} own={own} words={can.settle} />}
          {can.refund && (
            <Link to={to('refund')} className="admin-button">
              {m.refundEllipsis()}
            </Link>
          )}
          {can.rebook && (
            <Link to={`${PATH}/bookings/${reference}?do=rebook`} className="admin-button">
              {m.rebookEllipsis()}
            </Link>
          )}
          <Link to={to('dismiss')} className="admin-button" aria-label={m.dismissOf({ title })}>
            {m.dismissEllipsis()}
          </Link>
        </div>
      )}
    </article>
  )
}

function Settle({ id, own, words }: { id: string; own: ConflictOfInterest | null; words: string }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" action={PATH} className="grid justify-items-start gap-2">
      <input type="hidden" name="id" value={id} />
      <OwnReason own={own} id={`settle-${id}`} />
      <button type="submit" name="intent" value="settle" className="admin-button" disabled={busy}>
        {words}
      </button>
    </Form>
  )
}

const QUESTIONS = {
  refund: {
    says: m.refundRestNote,
    button: m.refund,
  },
  dismiss: { says: m.dismissNote, button: m.dismiss },
}

function Question({ concern: { id, own }, about, error, typed }: ConcernProps & { about: keyof typeof QUESTIONS }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" action={PATH} className="grid gap-3">
      <p className="font-semibold">{QUESTIONS[about].says()}</p>
      <input type="hidden" name="id" value={id} />
      {about === 'dismiss' && (
        <Field
          id="reason"
          name="reason"
          label={m.reasonForLog()}
          defaultValue={typed}
          error={error ?? undefined}
          maxLength={500}
        />
      )}
      <OwnReason own={own} id={id} />
      <div className="button-row">
        <Button type="submit" name="intent" value={about} disabled={busy}>
          {QUESTIONS[about].button()}
        </Button>
        <Link to={PATH} className="admin-button">
          {m.goBack()}
        </Link>
      </div>
    </Form>
  )
}

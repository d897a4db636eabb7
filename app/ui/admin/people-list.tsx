/** People with an account, and what an admin can change of one. */
import { Fragment } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import * as m from '#messages/admin'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { Turn } from './bookings/booking-list.tsx'
import { ListFilter } from './list-filter.tsx'
import type { PeoplePage, PersonView } from './lists.ts'
import { NeedsAttention } from './needs-attention.tsx'
import { OwnSentence } from './conflict-of-interest.tsx'
import { Below, Rows } from './rows.tsx'

const PATH = '/admin-dashboard/people'
const ONLY = { admin: m.admins, mentor: m.mentors, suspended: m.suspendedOrClosed }
const ROLES = { admin: m.roleAdmin, mentor: m.roleMentor, member: m.roleMember }

type PeopleListProps = { page: PeoplePage; error: string | null; typed: string }

/** `error`: of the reason that was `typed`. */
export function PeopleList({ page, error, typed }: PeopleListProps) {
  const { search, only, people, next, person } = page
  return (
    <>
      {person && <Account person={person} confirming={page.confirming} error={error} typed={typed} />}
      <ListFilter
        path={PATH}
        search={{ label: m.nameOrEmail(), value: search }}
        choice={{
          label: m.showOnly(),
          name: 'only',
          value: only,
          all: m.everyone(),
          options: Object.entries(ONLY).map(([value, words]) => [value, words()]),
        }}
      />
      {people.length === 0 ? (
        <p className="admin-empty">{m.noMatchingPeople()}</p>
      ) : (
        <Rows
          caption={m.people()}
          columns={[
            { label: m.name() },
            { label: m.role() },
            { label: m.since() },
            { label: m.signedIn(), number: true },
          ]}
          rows={people.map((each) => ({ key: each.id, cells: renderCells(each) }))}
        />
      )}
      <div className="admin-pager">
        <Turn to={next} rel="next" name={m.nextPage()} />
      </div>
    </>
  )
}

function renderCells({ id, name, email, role, joined, sessions, secondFactor, state }: PersonView) {
  return [
    <Fragment key="name">
      <Link to={`${PATH}?person=${id}`} data-keys="row" className="font-semibold">
        <bdi>{name}</bdi>
      </Link>
      <Below>{email}</Below>
    </Fragment>,
    <Fragment key="role">
      {ROLES[role]()}
      {state && (
        <Below>
          <NeedsAttention>{state}</NeedsAttention>
        </Below>
      )}
    </Fragment>,
    joined,
    <Fragment key="sessions">
      {sessions === 0 ? m.nowhere() : sessions}
      {secondFactor && <Below>{m.secondStep()}</Below>}
    </Fragment>,
  ]
}

type Opened = NonNullable<PeoplePage['person']>

type AccountProps = { person: Opened; confirming: PeoplePage['confirming']; error: string | null; typed: string }

function Account({ person, confirming, error, typed }: AccountProps) {
  const { id, name, email, role, joined, mentorId, state, isOwn, can } = person
  const question = confirming && can.includes(confirming) ? confirming : null
  return (
    <section className="mb-6" aria-labelledby="person">
      <h2 id="person">
        <bdi>{name}</bdi>
      </h2>
      <p>
        {m.personSince({ email, role: role === 'member' ? 'other' : role, joined })}{' '}
        {state && <NeedsAttention>{state}</NeedsAttention>}
      </p>
      {isOwn && <OwnSentence own="another" />}
      {question ? (
        <Question id={id} act={question} error={error} typed={typed} />
      ) : (
        <div className="admin-buttons">
          {can.map((act) => (
            <Link key={act} to={`${PATH}?person=${id}&do=${act}`} className="admin-button">
              {m.asksFirst({ action: ACTS[act].name() })}
            </Link>
          ))}
          {mentorId && (
            <Link to={`/mentor/${mentorId}`} className="admin-button">
              {m.mentorRecord()}
            </Link>
          )}
          <Link to={`/admin-dashboard/bookings?q=${encodeURIComponent(email)}`} className="admin-button">
            {m.theirBookings()}
          </Link>
          <Link to={`/admin-dashboard/audit?about=${id}`} className="admin-button">
            {m.changesToAccount()}
          </Link>
          <Link to={`/admin-dashboard/audit?actor=${id}`} className="admin-button">
            {m.actionsByPerson()}
          </Link>
        </div>
      )}
    </section>
  )
}

const ACTS: Record<Opened['can'][number], { name: () => string; says: () => string }> = {
  sign_out: { name: m.signOutEverywhere, says: m.signOutNote },
  suspend: {
    name: m.suspend,
    says: m.suspendNote,
  },
  restore: { name: m.restore, says: m.restoreNote },
  make_admin: {
    name: m.makeAdmin,
    says: m.makeAdminNote,
  },
  make_member: { name: m.removeAdminAccess, says: m.makeMemberNote },
  remove_second_step: {
    name: m.removeSecondStep,
    says: m.removeSecondStepNote,
  },
}

function Question({
  id,
  act,
  error,
  typed,
}: {
  id: string
  act: Opened['can'][number]
  error: string | null
  typed: string
}) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" action={PATH} className="admin-question mt-3">
      <p>{ACTS[act].says()}</p>
      <input type="hidden" name="id" value={id} />
      <Field
        id="reason"
        name="reason"
        label={m.reasonForLog()}
        optional={act !== 'suspend'}
        maxLength={500}
        defaultValue={typed}
        error={error ?? undefined}
      />
      <div className="button-row">
        <Button type="submit" name="do" value={act} disabled={busy}>
          {ACTS[act].name()}
        </Button>
        <Link to={`${PATH}?person=${id}`} className="admin-button">
          {m.goBack()}
        </Link>
      </div>
    </Form>
  )
}

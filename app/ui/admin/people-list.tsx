/** People with an account, and what an admin can change of one. */
import { Fragment } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { Turn } from './bookings/booking-list.tsx'
import { ListFilter } from './list-filter.tsx'
import type { PeoplePage, PersonView } from './lists.ts'
import { Odd } from './odd.tsx'
import { OwnSentence } from './conflict-of-interest.tsx'
import { Below, Rows } from './rows.tsx'

const PATH = '/admin-dashboard/people'
const ONLY = { admin: 'Admins', mentor: 'Mentors', suspended: 'Suspended or closed' }

type PeopleListProps = { page: PeoplePage; error: string | null; typed: string }

/** `error`: of the reason that was `typed`. */
export function PeopleList({ page, error, typed }: PeopleListProps) {
  const { search, only, people, next, person } = page
  return (
    <>
      {person && <Account person={person} confirming={page.confirming} error={error} typed={typed} />}
      <ListFilter
        path={PATH}
        search={{ label: 'Name or email', value: search }}
        choice={{ label: 'Only', name: 'only', value: only, all: 'Everybody', options: Object.entries(ONLY) }}
      />
      {people.length === 0 ? (
        <p className="admin-empty">No matches. People appear here once they confirm their email address.</p>
      ) : (
        <Rows
          caption="People"
          columns={[{ label: 'Name' }, { label: 'Role' }, { label: 'Since' }, { label: 'Signed in', number: true }]}
          rows={people.map((each) => ({ key: each.id, cells: renderCells(each) }))}
        />
      )}
      <div className="admin-pager">
        <Turn to={next} rel="next" name="Next" />
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
      {role}
      {state && (
        <Below>
          <Odd>{state}</Odd>
        </Below>
      )}
    </Fragment>,
    joined,
    <Fragment key="sessions">
      {sessions === 0 ? 'Nowhere' : sessions}
      {secondFactor && <Below>second step</Below>}
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
        {email}, {role.toLowerCase()} since {joined}. {state && <Odd>{state}</Odd>}
      </p>
      {isOwn && <OwnSentence own="another" />}
      {question ? (
        <Question id={id} act={question} error={error} typed={typed} />
      ) : (
        <div className="admin-buttons">
          {can.map((act) => (
            <Link key={act} to={`${PATH}?person=${id}&do=${act}`} className="admin-button">
              {ACTS[act].name}...
            </Link>
          ))}
          {mentorId && (
            <Link to={`/mentor/${mentorId}`} className="admin-button">
              Mentor record
            </Link>
          )}
          <Link to={`/admin-dashboard/bookings?q=${encodeURIComponent(email)}`} className="admin-button">
            Their bookings
          </Link>
          <Link to={`/admin-dashboard/audit?about=${id}`} className="admin-button">
            Changes to this account
          </Link>
          <Link to={`/admin-dashboard/audit?actor=${id}`} className="admin-button">
            Actions by this person
          </Link>
        </div>
      )}
    </section>
  )
}

const ACTS: Record<Opened['can'][number], { name: string; says: string }> = {
  sign_out: { name: 'Sign out everywhere', says: 'This signs out all their browsers. They can sign in again.' },
  suspend: {
    name: 'Suspend',
    says: 'This signs them out and blocks sign-in; with the right password they see why. Their bookings are kept, and their mentor page is paused.',
  },
  restore: { name: 'Restore', says: 'They can sign in again. Their mentor page stays paused until they resume it.' },
  make_admin: {
    name: 'Make an admin',
    says: 'They get the same access as you. This signs them out and emails them.',
  },
  make_member: { name: 'Remove admin access', says: 'This signs them out. They keep their account as a member.' },
  remove_second_step: {
    name: 'Remove the second step',
    says: 'This turns off their two-factor authentication and signs them out. Verify who is asking first.',
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
      <p>{ACTS[act].says}</p>
      <input type="hidden" name="id" value={id} />
      <Field
        id="reason"
        name="reason"
        label="Reason, for the audit log"
        optional={act !== 'suspend'}
        maxLength={500}
        defaultValue={typed}
        error={error ?? undefined}
      />
      <div className="button-row">
        <Button type="submit" name="do" value={act} disabled={busy}>
          {ACTS[act].name}
        </Button>
        <Link to={`${PATH}?person=${id}`} className="admin-button">
          Go back
        </Link>
      </div>
    </Form>
  )
}

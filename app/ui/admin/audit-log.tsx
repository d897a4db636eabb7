/** Who did what to what, the latest first. */
import { Fragment } from 'react'
import { Form, Link } from 'react-router'
import * as m from '#messages/admin'
import { Turn } from './bookings/booking-list.tsx'
import type { AuditPage } from './lists.ts'
import { Below, Rows } from './rows.tsx'

const PATH = '/admin-dashboard/audit'

export function AuditLog({ page: { actor, action, about, events, next } }: { page: AuditPage }) {
  return (
    <>
      <Form method="get" action={PATH} className="admin-filters" key={`${actor} ${action} ${about}`}>
        <div className="wide">
          <label htmlFor="audit-action">{m.eventFilter()}</label>
          <input
            id="audit-action"
            type="search"
            name="action"
            defaultValue={action}
            maxLength={100}
            data-keys="search"
            className="admin-control w-full"
          />
        </div>
        <div>
          <label htmlFor="audit-about">{m.targetId()}</label>
          <input id="audit-about" name="about" defaultValue={about} maxLength={100} className="admin-control" />
        </div>
        {actor && <input type="hidden" name="actor" value={actor} />}
        <button type="submit" className="admin-button">
          {m.show()}
        </button>
        {(actor || action || about) && (
          <Link to={PATH} className="admin-button">
            {m.showAll()}
          </Link>
        )}
      </Form>
      {events.length === 0 ? (
        <p className="admin-empty">{m.noMatchingEvents()}</p>
      ) : (
        <Rows
          caption={m.auditEvents()}
          columns={[{ label: m.when() }, { label: m.who() }, { label: m.what() }, { label: m.changeMade() }]}
          rows={events.map((event) => ({ key: event.id, cells: renderCells(event) }))}
        />
      )}
      <div className="admin-pager">
        <Turn to={next} rel="next" name={m.olderPage()} />
      </div>
    </>
  )
}

function renderCells({ at, who, actorId, action, subject, subjectId, change, address }: AuditPage['events'][number]) {
  return [
    at,
    <Fragment key="who">
      {actorId ? (
        <Link to={`${PATH}?actor=${actorId}`} className="above link">
          <bdi>{who}</bdi>
        </Link>
      ) : (
        who
      )}
      {address && <Below>{address}</Below>}
    </Fragment>,
    <Fragment key="what">
      {action}
      <Below>
        {subject}{' '}
        <Link to={`${PATH}?about=${encodeURIComponent(subjectId)}`} data-keys="row" className="above link">
          {subjectId.slice(0, 8)}
        </Link>
      </Below>
    </Fragment>,
    <span key="change" className="whitespace-pre-line">
      {change}
    </span>,
  ]
}

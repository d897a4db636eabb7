/** A submission as the profile will look, wide or as on a phone, with what changed or clean. */
import * as m from '#messages/application'
import { Badge } from '../../controls/badge.tsx'
import { Segmented } from '../../controls/segmented.tsx'
import { rich } from '../../rich.tsx'
import { Crossing } from '../crossing.tsx'
import { Portrait } from '../portrait.tsx'
import { ReviewRow } from './review-row.tsx'
import type { ReviewResult, ReviewRow as Row, ReviewSession, ReviewView } from './review-view.ts'
import type { Words as Parts } from './review-view.ts'

type ReviewProfileProps = { view: ReviewView; result: ReviewResult | null }

/** What the fields of requests begin with; null when nothing waits. */
function createChangeRequests({ view, result }: ReviewProfileProps) {
  if (!view.waiting || view.own === 'another') return () => null
  return (field: string) => ({
    typed: result?.typed[`request.${field}`] ?? '',
    error: result?.fields[`request.${field}`],
    firstName: view.firstName,
  })
}

export function ReviewProfile({ view, result }: ReviewProfileProps) {
  const changeRequest = createChangeRequests({ view, result })
  return (
    <section aria-label={m.preview()} className="review-preview">
      <div className="review-bar">
        <p className="min-w-0">
          {rich(
            m.previewAt({
              slug: view.slug,
              strong: (text) => <span className="font-semibold">{text}</span>,
              path: (text) => <span className="text-ink-2 wrap-anywhere">{text}</span>,
            }),
          )}
        </p>
        <div className="flex flex-wrap gap-2.5">
          <div className="max-md:hidden">
            <Segmented
              legend={m.width()}
              quiet
              name="preview-width"
              defaultValue="wide"
              options={[
                { value: 'wide', label: m.wide() },
                { value: 'phone', label: m.phone() },
              ]}
            />
          </div>
          <Segmented
            legend={m.changes()}
            quiet
            name="preview-changes"
            defaultValue="marked"
            options={[
              { value: 'marked', label: m.withChanges() },
              { value: 'clean', label: m.clean() },
            ]}
          />
        </div>
      </div>
      <div className="review-profile">
        <Head view={view} changeRequest={changeRequest} />
        <dl>
          {view.shown.map((row) => (
            <FieldRow key={row.field} row={row} request={changeRequest(row.field)} />
          ))}
          <ReviewRow
            field="sessions"
            name={m.sessions()}
            isChanged={view.sessions.isChanged}
            changeRequest={view.sessions.changeRequest}
            request={changeRequest('sessions')}
          >
            <Sessions sessions={view.sessions.all} />
          </ReviewRow>
        </dl>
        <h2 className="review-heading">{m.notShown()}</h2>
        <dl>
          {view.hidden.map((row) => (
            <FieldRow key={row.field} row={row} request={changeRequest(row.field)} />
          ))}
        </dl>
      </div>
    </section>
  )
}

type RequestOf = ReturnType<typeof createChangeRequests>

function Head({ view, changeRequest }: { view: ReviewView; changeRequest: RequestOf }) {
  const { head } = view
  const [name, picture] = [changeRequest('name'), changeRequest('portrait')]
  return (
    <>
      <div className="review-head">
        <Pictures name={view.name} picture={head.picture} />
        <div className="min-w-0">
          <h1 className="text-3xl">
            <Words words={head.name} />
          </h1>
          <p className="text-ink-2">{head.role}</p>
          {head.legs.map((leg) => (
            <p key={`${leg.from} ${leg.to}`}>
              <Crossing leg={leg} className="text-xl" />
            </p>
          ))}
          <p className="mt-2 flex flex-wrap gap-2">
            {head.isVolunteer && <Badge ground="accent">{m.volunteer()}</Badge>}
            {head.topics.map((topic) => (
              <Badge key={topic}>{topic}</Badge>
            ))}
          </p>
        </div>
      </div>
      <dl>
        <ReviewRow
          field="name"
          name={m.name()}
          isChanged={head.name.some(({ change }) => change !== 'same')}
          changeRequest={view.nameRequest}
          request={name}
        >
          <Words words={head.name} />
        </ReviewRow>
        <ReviewRow
          field="portrait"
          name={m.picture()}
          isChanged={head.picture.before !== undefined}
          changeRequest={view.pictureRequest}
          request={picture}
        >
          {describePicture(head.picture)}
        </ReviewRow>
      </dl>
    </>
  )
}

function describePicture({ now, before }: ReviewView['head']['picture']): string {
  if (before === undefined) return now ? m.pictureAsAbove() : m.pictureNone()
  if (now === null) return m.pictureTakenAway()
  return before === null ? m.pictureFirst() : m.pictureNew()
}

/** The earlier picture stands beside the new one, for comparing. */
function Pictures({ name, picture }: { name: string; picture: ReviewView['head']['picture'] }) {
  return (
    <div className="flex items-start gap-3">
      <Portrait name={name} picture={picture.now} size={168} eager className="size-28 md:size-33" />
      {picture.before !== undefined && (
        <del className="grid gap-1 no-underline">
          <Portrait name={name} picture={picture.before} size={104} eager className="size-18 opacity-70" />
          <span className="note">{m.before()}</span>
        </del>
      )}
    </div>
  )
}

function FieldRow({ row, request }: { row: Row; request: ReturnType<RequestOf> }) {
  const { field, name, words, isChanged, changeRequest, link } = row
  return (
    <ReviewRow field={field} name={name} isChanged={isChanged} changeRequest={changeRequest} request={request}>
      <div className="running-words">
        {words.length === 0 ? <span className="text-ink-2">{m.notGiven()}</span> : <Words words={words} />}
      </div>
      {link && (
        <a href={link} rel="noopener nofollow ugc" target="_blank" className="tall-link text-sm">
          {m.openInNewTab()}
        </a>
      )}
    </ReviewRow>
  )
}

function Sessions({ sessions }: { sessions: ReviewSession[] }) {
  if (sessions.length === 0) return <p>{m.noSessionSlots()}</p>
  return (
    <ul className="framed-list">
      {sessions.map((session) => (
        <li key={session.id} data-gone={session.change === 'gone' || undefined} className="grid gap-1 px-4 py-3">
          <p className="flex justify-between gap-4 font-semibold">
            <span>
              <Words words={session.title} />
            </span>
            <span className="shrink-0 tabular-nums">
              <Words words={session.price} />
            </span>
          </p>
          <p className="note">
            <Words words={session.about} />
          </p>
          {session.leaveWith.length > 0 && (
            <p className="note">{rich(m.youLeaveWith({ text: () => <Words words={session.leaveWith} /> }))}</p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A text with what changed in it. `review.css` hides the marks where an admin wants to see it clean. */

const TAGS = { gone: 'del', new: 'ins', same: 'span' } as const

function Words({ words }: { words: Parts }) {
  return words.map(({ text, change }, n) => {
    const Tag = TAGS[change]
    // oxlint-disable-next-line react/no-array-index-key -- The runs of a text do not change their order.
    return <Tag key={n}>{text}</Tag>
  })
}

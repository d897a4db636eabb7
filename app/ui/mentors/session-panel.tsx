/**
 * What can be booked: sessions and the next free times to choose from, the price and 'Book Now'. A form that leads to the
 * booking page; with scripts its button opens the dialog. On a phone the foot is a bar at the bottom of the window.
 */
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { zoneCity } from '#domain/time/zone'
import * as m from '#messages/mentors'
import { formatCurrencyName } from '#words/prices'
import { localPath } from '#words/local-path'
import { NOTHING_SELECTED, selectionQuery } from '../bookings/selection.ts'
import { NotifyMeLink } from '../bookings/notify-me-link.tsx'
import { useBookingDialog } from '../bookings/dialog/use-booking-dialog.tsx'
import { buttonClass } from '../controls/button.tsx'
import { PackageOffers } from '../packages/package-offers.tsx'
import type { FreeStart, MentorView, Session, ShownPrice } from './mentor-view.ts'
import { LeaveWith, VisaNotice } from './session-notes.tsx'

export function SessionPanel({ mentor }: { mentor: MentorView }) {
  const { sessions, free, bookable, name } = mentor
  const form = useRef<HTMLFormElement>(null)
  const [chosen, setChosen] = useState<Chosen>({ session: sessions[0]?.id ?? null, at: null })
  const path = `/mentors/${mentor.slug}/book`
  // What was chosen before scripts were ready counts too.
  useEffect(() => setChosen(chosenIn(form.current!)), [])
  const { opener, preload, press, dialog } = useBookingDialog<HTMLButtonElement>(mentor, () => {
    const now = chosenIn(form.current!)
    return { ...now, href: path + selectionQuery({ ...NOTHING_SELECTED, ...now, details: now.at !== null }) }
  })
  return (
    <section aria-labelledby="sessions" className="mentor-sessions">
      <form
        ref={form}
        action={localPath(path)}
        autoComplete="off"
        onChange={(event) => setChosen(chosenIn(event.currentTarget))}
        className="panel"
      >
        <h2 id="sessions" className="panel-title">
          {m.chooseSession()}
        </h2>
        <div className="panel-body">
          {sessions.length === 0 && <p className="px-5 py-4">{m.noSessions()}</p>}
          {sessions.map((session, n) => (
            <SessionRow key={session.id} session={session} langAttributes={mentor.langAttributes} first={n === 0} />
          ))}
          {free.length > 0 && <NextFree mentor={mentor} chosen={chosen} />}
          {sessions.length > 0 && !bookable && <p className="px-5 py-4">{m.noFreeTimesNow({ name })}</p>}
        </div>
        <div className="panel-foot">
          {bookable ? (
            <>
              <Foot mentor={mentor} chosen={chosen} />
              <button
                ref={opener}
                type="submit"
                aria-label={m.bookNowWith({ name })}
                onPointerEnter={preload}
                onFocus={preload}
                onClick={press}
                className={buttonClass('primary', 'min-h-12')}
              >
                {m.bookNow()}
              </button>
            </>
          ) : (
            <NotifyMeLink mentor={mentor} className={buttonClass('primary', 'col-span-2 min-h-12')} />
          )}
        </div>
        {bookable && (
          <p className="panel-note">
            {formatRefund(mentor, chosen)}
            {sessions.some(({ amount }) => amount > 0) && (
              <>
                {' '}
                <Link to="/currency" className="link">
                  {m.showCurrency()}
                </Link>
              </>
            )}
          </p>
        )}
      </form>
      {dialog}
    </section>
  )
}

/** The ids of a session and of a start. */
type Chosen = { session: string | null; at: string | null }

function chosenIn(form: HTMLFormElement): Chosen {
  const data = new FormData(form)
  const text = (name: string) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : null
  }
  return { session: text('session'), at: text('at') }
}

type SessionRowProps = { session: Session; langAttributes: MentorView['langAttributes']; first: boolean }

function SessionRow({ session, langAttributes, first }: SessionRowProps) {
  const { id, title, length, about, description, leaveWith, notice, price, packages } = session
  return (
    <div className="panel-session">
      <label>
        <input type="radio" name="session" value={id} defaultChecked={first} className="radio" />
        <strong {...langAttributes}>{title}</strong>
        <b>{price}</b>
        <span>{about ? `${length} · ${about}` : length}</span>
      </label>
      <div className="panel-more">
        {description && <p {...langAttributes}>{description}</p>}
        {leaveWith && <LeaveWith text={leaveWith} langAttributes={langAttributes} />}
        {packages && <PackageOffers packages={packages} />}
        {notice && <VisaNotice notice={notice} />}
      </div>
    </div>
  )
}

/**
 * On the visitor's clock, if it is known, with the mentor's beside it. The keys make times new elements once it becomes known,
 * of which the chosen one is checked again.
 */
function NextFree({ mentor, chosen }: { mentor: MentorView; chosen: Chosen }) {
  const { visitorZone, timeZone, place, free, slug } = mentor
  const zone = visitorZone ?? timeZone
  return (
    <fieldset className="panel-times">
      <legend>{m.nextFree()}</legend>
      <Link
        to={`/mentors/${slug}/book${selectionQuery({ ...NOTHING_SELECTED, session: chosen.session })}`}
        className="link"
      >
        {m.allTimes()}
      </Link>
      <p key={zone} className="note">
        {visitorZone ? m.yourTimeIn({ place: zoneCity(visitorZone) }) : m.mentorTimeIn({ place })}
      </p>
      {free.map(({ at, words, other }) => (
        <label key={at + zone}>
          <input type="radio" name="at" value={at} defaultChecked={at === chosen.at} className="radio" />
          <strong>{words}</strong>
          <span>{other}</span>
        </label>
      ))}
      {/* A time leads past the choice of one. */}
      <input type="hidden" name="step" value="details" />
    </fieldset>
  )
}

/**
 * Until something is chosen a phone's bar says the lowest price; beside the sessions that would contradict them. The key makes
 * words about another currency new elements, so that those around them do not count as moved.
 */
function Foot({ mentor: { sessions, free, from }, chosen }: { mentor: MentorView; chosen: Chosen }) {
  const session = sessions.find(({ id }) => id === chosen.session)
  const start = findStart(free, chosen)
  const isUntouched = !start && chosen.session === sessions[0]?.id
  return (
    <p key={from.about} className="panel-price">
      {isUntouched && <Amount {...from} className="only-bar" />}
      <Amount {...(session ?? from)} className={isUntouched ? 'only-panel' : undefined} />
      <span className="panel-when">{(start ?? free[0])?.words}</span>
    </p>
  )
}

const Amount = ({ price, about, className }: ShownPrice & { className: string | undefined }) => (
  <span className={className}>
    <strong>{price}</strong>
    {about && <small>({about})</small>}
  </span>
)

const findStart = (free: FreeStart[], { at }: Chosen) => free.find((start) => start.at === at)

/** Until when everything comes back for the chosen time; without one, the mentor's rule. */
function formatRefund({ sessions, free, refundRule, currency: code }: MentorView, chosen: Chosen): string {
  const currency = formatCurrencyName(code)
  const start = findStart(free, chosen)
  const session = sessions.find(({ id }) => id === chosen.session)
  if (!start || !session) return m.refundByRule({ rule: refundRule, currency })
  if (session.amount === 0) return m.sessionIsFree()
  if (!start.back) return m.refundTooLate({ currency })
  return m.refundUntil({ price: session.price, until: start.back, currency })
}

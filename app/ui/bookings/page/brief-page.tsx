/** A session on one page, for its mentor to read or print. */
import type { ReactNode } from 'react'
import * as m from '#messages/bookings'
import { PageHead } from '../../layout/page-head.tsx'
import { BackToBooking } from './back-to-booking.tsx'
import { ClocksCard } from './clocks-card.tsx'
import type { Clocks } from './page-parts.ts'

/** `movingTo`: a country, if known. `phone`: null while it is not shown. */
export type Brief = {
  reference: string
  firstName: string
  session: string
  clocks: Clocks
  place: string
  movingTo: string | null
  topic: string
  leaveWith: string
  earlier: { reference: string; words: string }[]
  messages: { id: string; who: string; when: string; body: string }[]
  phone: string | null
  phoneNote: string
}

export function BriefPage({ brief }: { brief: Brief }) {
  const { reference, firstName, session, clocks, place, movingTo, topic, leaveWith, earlier, messages } = brief
  return (
    <div className="page booking-page">
      <PageHead title={m.briefTitle({ session })} />
      <div className="mx-auto grid max-w-[47.5rem] gap-5">
        <div className="print:hidden">
          <BackToBooking reference={reference} />
        </div>
        <div>
          <h1 className="text-2xl sm:text-3xl">{firstName}</h1>
          <p className="text-ink-2">
            {session} · <span className="whitespace-nowrap">{reference}</span>
          </p>
        </div>
        <ClocksCard clocks={clocks} join={null} calendar={null} />
        <Row name={m.where()}>
          {m.briefPlace({ name: firstName, place, isMoving: movingTo !== null, country: movingTo ?? '' })}
        </Row>
        <Row name={m.topicOther()}>{topic || m.noTopic()}</Row>
        {leaveWith && <Row name={m.leaveWith()}>{leaveWith}</Row>}
        <Row name={m.earlierSessions()}>
          {earlier.length === 0
            ? m.noEarlierSessions()
            : earlier.map(({ reference: other, words }) => (
                <span key={other} className="block">
                  {words}
                </span>
              ))}
        </Row>
        {messages.length > 0 && (
          <Row name={m.messages()}>
            {messages.map(({ id, who, when, body }) => (
              <span key={id} className="mb-2 block">
                <span className="font-semibold">{who}</span> <span className="note">{when}</span>
                <span dir="auto" className="block">
                  {body}
                </span>
              </span>
            ))}
          </Row>
        )}
        <Row name={m.phone()}>
          {brief.phone && (
            <a href={`tel:${brief.phone.replaceAll(/[^\d+]/g, '')}`} className="tall-link">
              {brief.phone}
            </a>
          )}
          <span className="block note">{brief.phoneNote}</span>
        </Row>
      </div>
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="booking-part" aria-label={name}>
      <div className="booking-part-head">
        <h2 className="text-lg">{name}</h2>
      </div>
      <p className="wrap-anywhere whitespace-pre-line">{children}</p>
    </section>
  )
}

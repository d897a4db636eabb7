/** A booking's own page: its parts in the order in which they are read, in two columns where there is room. */
import { Link } from 'react-router'
import * as m from '#messages/bookings'
import { Notice } from '../../controls/notice.tsx'
import { ButtonLink } from '../../controls/button.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { AfterSection } from '../after-session/after-section.tsx'
import { ForgetBooked } from '../results/keep-booked.tsx'
import { Crossing } from '../../mentors/crossing.tsx'
import { Portrait } from '../../mentors/portrait.tsx'
import { ClocksCard } from './clocks-card.tsx'
import type { BookingHead, BookingPageParts, Outcome, PackageLine, ProposalNotice, Receipt } from './page-parts.ts'
import { PassageChart } from './passage-chart.tsx'
import { Part } from './part.tsx'
import { PlansCard } from './plans-card.tsx'
import { ThreadPart } from './thread.tsx'
import { rich } from '../../rich.tsx'

export function BookingPage({ page }: { page: BookingPageParts }) {
  const { head, passage, outcome, clocks, join, calendar, topic, plans, nextSteps, receipt, again, erase, side } = page
  const { ways, proposal, thread, brief, after, endLinks } = page
  return (
    <div className="page booking-page">
      <PageHead title={m.bookingPageTitle({ title: head.title, reference: head.reference })} />
      <Head head={head} />
      {clocks.off && <ForgetBooked reference={head.reference} />}
      {page.done && (
        <div className="mt-4">
          <Notice good>
            <output>{page.done}</output>
          </Notice>
        </div>
      )}
      <PassageChart passage={passage} />
      {outcome && <OutcomeNotice outcome={outcome} />}
      {proposal && <ProposalAsks proposal={proposal} />}
      <div className="booking-columns">
        <div className="booking-when grid content-start gap-7">
          <ClocksCard clocks={clocks} join={join} calendar={calendar} />
          {after && <AfterSection reference={head.reference} after={after} />}
        </div>
        <div className="booking-side">
          {plans && (
            <PlansCard plans={plans}>
              {ways.map(({ name, to }) => (
                <ButtonLink key={to} to={to} variant="secondary">
                  {name}
                </ButtonLink>
              ))}
            </PlansCard>
          )}
          <JumpLinks page={page} />
          {nextSteps.length > 0 && (
            <Part id="next-steps" title={m.nextSteps()}>
              <ol className="booking-steps">
                {nextSteps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </Part>
          )}
          {receipt && <ReceiptPart receipt={receipt} />}
          {endLinks && (
            <p className="note print:hidden">
              {rich(
                m.linkShared({
                  link: (text) => (
                    <Link to={endLinks} className="link inline-block min-h-6">
                      {text}
                    </Link>
                  ),
                }),
              )}
            </p>
          )}
          {again && (
            <p className="print:hidden">
              <ButtonLink to={again.to} variant="secondary">
                {m.bookAgain({ name: again.name })}
              </ButtonLink>
            </p>
          )}
        </div>
        <div className="booking-main">
          {topic && (
            <Part id="topic" title={side === 'mentee' ? m.topicYours() : m.topicOther()}>
              <p className="max-w-prose wrap-anywhere whitespace-pre-line">{topic}</p>
            </Part>
          )}
          {brief && (
            <p className="print:hidden">
              <ButtonLink to={brief} variant="secondary">
                {m.openBrief()}
              </ButtonLink>
            </p>
          )}
          {thread && (
            <Part id="messages" title={m.messages()} aside={m.betweenYouAnd({ name: thread.other })}>
              <ThreadPart thread={thread} />
            </Part>
          )}
          {erase && (
            <p className="text-ink-2 print:hidden">
              {rich(
                m.deleteFromBooking({
                  link: (text) => (
                    <Link to={erase} className="link">
                      {text}
                    </Link>
                  ),
                }),
              )}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

/** On a phone: to the parts that are farther down. */
function JumpLinks({ page: { thread, nextSteps, receipt } }: { page: BookingPageParts }) {
  const count = thread?.messages.length ?? 0
  const links = [
    ...(thread ? [{ to: '#messages', label: count > 0 ? m.messageCount({ count }) : m.messages() }] : []),
    ...(nextSteps.length > 0 ? [{ to: '#next-steps', label: m.nextSteps() }] : []),
    ...(receipt ? [{ to: '#receipt', label: m.receipt() }] : []),
  ]
  return (
    <nav aria-label={m.partsOfPage()} className="booking-jumps">
      {links.map(({ to, label }) => (
        <a key={to} href={to}>
          {label}
        </a>
      ))}
    </nav>
  )
}

function Head({ head }: { head: BookingHead }) {
  return (
    <div className="booking-head">
      <Portrait
        name={head.face.name}
        picture={head.face.picture}
        size={104}
        eager
        className="size-14 text-xl md:size-18 md:text-2xl"
      />
      <div className="min-w-0">
        <h1 {...head.langAttributes}>{head.title}</h1>
        <p className="flex flex-wrap gap-x-3 text-ink-2">
          {head.line}
          {head.leg && (
            <span className="text-ink max-md:hidden">
              <Crossing leg={head.leg} />
            </span>
          )}
        </p>
        {head.package && <PackageOf line={head.package} />}
      </div>
      <p className="booking-reference">
        {rich(
          m.headReference({
            reference: head.reference,
            label: (text) => <span>{text}</span>,
            strong: (text) => <strong>{text}</strong>,
          }),
        )}
      </p>
    </div>
  )
}

function PackageOf({ line: { text, to } }: { line: NonNullable<PackageLine> }) {
  return (
    <p className="text-ink-2">
      {to ? (
        <Link to={to} className="link">
          {text}
        </Link>
      ) : (
        text
      )}
    </p>
  )
}

function OutcomeNotice({ outcome: { title, text, message } }: { outcome: NonNullable<Outcome> }) {
  return (
    <div className="mt-5">
      <Notice>
        <p className="font-semibold">{title}</p>
        {text.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {message && (
          <p dir="auto" className="mt-2 wrap-anywhere whitespace-pre-line">
            {message}
          </p>
        )}
      </Notice>
    </div>
  )
}

function ProposalAsks({ proposal: { title, text, to, button } }: { proposal: NonNullable<ProposalNotice> }) {
  return (
    <div className="mt-5">
      <Notice>
        <p className="font-semibold">{title}</p>
        <p>{text}</p>
        <p className="mt-3">
          <ButtonLink to={to}>{button}</ButtonLink>
        </p>
      </Notice>
    </div>
  )
}

function ReceiptPart({ receipt: { lines, kept, to, note } }: { receipt: NonNullable<Receipt> }) {
  if (to === null)
    return (
      <Part id="receipt" title={m.receipt()}>
        <p>{note}</p>
      </Part>
    )
  return (
    <Part
      id="receipt"
      title={m.receipt()}
      aside={
        <Link to={to} className="tall-link text-base">
          {m.print()}
        </Link>
      }
    >
      <dl className="booking-receipt">
        {lines.map(({ name, amount }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        {kept && (
          <div className="border-t border-hair">
            <dt>{m.paidInTheEnd()}</dt>
            <dd>{kept}</dd>
          </div>
        )}
      </dl>
    </Part>
  )
}

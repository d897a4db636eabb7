/** A proposed cohort for an admin: its page as it will look, what is known, and the decision. */
import CircleAlert from 'lucide-react/icons/circle-alert'
import { Form, Link, useNavigation } from 'react-router'
import * as m from '#messages/cohorts'
import { describePrice } from '#words/prices'
import { OwnReason, OwnSentence } from '../../admin/conflict-of-interest.tsx'
import { DecisionButtons } from '../../admin/decision-buttons.tsx'
import { Alert } from '../../controls/alert.tsx'
import { Badge } from '../../controls/badge.tsx'
import { Breadcrumb } from '../../controls/breadcrumb.tsx'
import { buttonClass } from '../../controls/button.tsx'
import { TextArea } from '../../controls/field.tsx'
import { PartContent } from '../../controls/tabs/part.tsx'
import { Fact, Facts } from '../../layout/facts.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { ReviewHistory } from '../../mentors/review/review-history.tsx'
import { cohortParts } from '../cohort-parts.tsx'
import { COHORT_STATUS_WORDS } from '../status-words.ts'
import type { CohortReview, CohortReviewResult } from './cohort-review.ts'
import { rich } from '../../rich.tsx'

type ReviewProps = { review: CohortReview; result: CohortReviewResult | null }

export function CohortReviewPage({ review, result }: ReviewProps) {
  const { view } = review
  const { state, location, formData } = useNavigation()
  const isLoading = state === 'loading' && !formData && location.pathname.startsWith('/cohort/')
  const parts = cohortParts(view, { ask: null, calendar: null }).filter(({ id }) => id !== 'ask-mentor')
  return (
    <div className="review-page">
      <PageHead title={m.reviewTitle({ title: view.title })} />
      <div className="review-main">
        <div className="review-above flex flex-wrap items-center justify-between gap-x-4">
          <Breadcrumb above={[{ label: m.dashboard(), to: '/admin-dashboard' }]} here={view.title} />
          <output className="text-ink-2">
            {isLoading ? m.loading() : review.waiting > 0 && m.proposalsWaiting({ waiting: review.waiting })}
          </output>
        </div>
        <div className="review-preview grid gap-6 p-5 md:p-7">
          <div>
            <h1 className="text-3xl wrap-anywhere">{view.title}</h1>
            {view.subtitle && <p className="mt-1 text-base text-ink-2 wrap-anywhere">{view.subtitle}</p>}
          </div>
          <Facts>
            <Fact name={m.dates()}>{m.dateRange({ starts: view.starts, ends: view.ends })}</Fact>
            <Fact name={m.mentees()}>{m.upToSeats({ seats: view.seats })}</Fact>
            <Fact name={m.price()}>{describePrice(view.pricePence, view.currency)}</Fact>
            <Fact name={m.commitment()}>{view.commitment}</Fact>
            <Fact name={m.crossing()}>
              {m.crossingWaitlist({ crossing: review.crossing.words, waiting: review.crossing.waiting })}
            </Fact>
          </Facts>
          {parts.map((part) => (
            <section key={part.id} id={part.id} className="border-t-[1.5px] border-ink pt-4">
              <PartContent part={part} />
            </section>
          ))}
        </div>
      </div>
      <aside aria-label={m.review()} className="review-aside">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls has to be reached by the keyboard. */}
        <section className="review-facts" tabIndex={0} aria-label={m.verified()}>
          <State review={review} />
          <ReviewHistory history={review.history} />
        </section>
        <Decision review={review} result={result} />
      </aside>
    </div>
  )
}

function State({ review: { status, since, proposer, wait, requestedChanges, slug } }: { review: CohortReview }) {
  return (
    <section aria-label={m.reviewState()} className="review-part review-state grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Badge ground={status === 'accepted' ? 'good' : 'plain'}>{COHORT_STATUS_WORDS[status]()}</Badge>
        <p className="text-ink-2">{wait ? m.sentOn({ sentOn: wait.sentOn }) : m.since({ since })}</p>
      </div>
      {proposer && (
        <p className="wrap-anywhere">
          {rich(
            m.proposedBy({
              name: proposer.name,
              email: proposer.email,
              strong: (text) => <strong className="font-semibold">{text}</strong>,
              link: (text) => (
                <a href={`mailto:${proposer.email}`} className="link">
                  {text}
                </a>
              ),
            }),
          )}
        </p>
      )}
      {wait && (
        <p>
          {rich(
            m.waitingSince({
              waited: wait.waited,
              promised: wait.promised,
              strong: (text) => <strong className="font-semibold">{text}</strong>,
            }),
          )}
        </p>
      )}
      {wait?.late && (
        <p className="flex items-center gap-1.5 font-semibold text-danger">
          <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
          {m.promisedAgo({ late: wait.late })}
        </p>
      )}
      {requestedChanges && (
        <p className="text-ink-2 wrap-anywhere whitespace-pre-line">{m.youRequested({ requestedChanges })}</p>
      )}
      {status === 'accepted' && (
        <p className="text-ink-2">
          {rich(
            m.linkOncePublished({
              path: `/cohorts/${slug}`,
              address: (text) => <span className="wrap-anywhere">{text}</span>,
              link: (text) => (
                <Link to={`/cohorts/${slug}/members`} className="link">
                  {text}
                </Link>
              ),
            }),
          )}
        </p>
      )}
    </section>
  )
}

function Decision({ review, result }: ReviewProps) {
  const { wait, own, version } = review
  const busy = useNavigation().state === 'submitting'
  return (
    <section aria-label={m.decision()} className="review-foot">
      {result?.problem && (
        <Alert>
          <p className="font-semibold">{result.problem}</p>
        </Alert>
      )}
      {wait && <OwnSentence own={own} />}
      {wait && own !== 'another' ? (
        <Form method="post" preventScrollReset className="grid gap-2.5">
          <input type="hidden" name="version" value={version} />
          <TextArea
            id="message"
            name="message"
            label={m.messageToProposer()}
            hint={m.messageToProposerHint()}
            rows={2}
            maxLength={2_000}
            error={result?.error ?? undefined}
            defaultValue={result?.message ?? ''}
          />
          <OwnReason own={own} id="decision" typed={result?.ownReason} />
          <DecisionButtons busy={busy} />
        </Form>
      ) : (
        <Decided review={review} result={result} />
      )}
    </section>
  )
}

/** What was decided, by whom and when, what an admin typed who came too late, and the way on. */
function Decided({ review: { status, decided, next }, result }: ReviewProps) {
  return (
    <>
      {decided && (
        <div className="grid gap-1">
          <p className="font-semibold">{m.decidedBy({ status, by: decided.by, at: decided.at })}</p>
          {decided.message && <p className="text-ink-2 wrap-anywhere whitespace-pre-line">“{decided.message}”</p>}
        </div>
      )}
      {result?.message && (
        <TextArea id="typed" name="typed" label={m.whatYouTyped()} readOnly rows={3} value={result.message} />
      )}
      <div className="flex flex-wrap gap-2">
        {next && (
          <Link to={`/cohort/${next}`} className={buttonClass('secondary')}>
            {m.nextInReview()}
          </Link>
        )}
        <Link to="/admin-dashboard" className={buttonClass('secondary')}>
          {m.dashboard()}
        </Link>
      </div>
    </>
  )
}

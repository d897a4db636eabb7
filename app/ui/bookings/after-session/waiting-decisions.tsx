/** What an admin decides about sessions: contested no-shows, problems, reported feedback. Forms work without scripts. */
import type { ReactNode } from 'react'
import type { ConflictOfInterest } from '#domain/accounts/conflict-of-interest'
import * as m from '#messages/bookings'
import { currencySign } from '#words/prices'
import { localPath } from '#words/local-path'
import { OwnReason, OwnSentence } from '../../admin/conflict-of-interest.tsx'
import { Alert } from '../../controls/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { Field, TextArea } from '../../controls/field.tsx'
import { Stars } from '../../controls/rating.tsx'
import { Part } from '../../layout/prose.tsx'

/** `session`: "First ninety days, Tue 8 Jan, 09:00 (London). £45.00". `who`: "Grace Hopper with Ada Lovelace, B-7KQ2-M9XP" */
type About = { id: string; session: string; who: string; own: ConflictOfInterest | null }
type ContestedView = About & {
  reported: string
  contested: string
  text: string
  absent: string
  arrivals: string
}
type ProblemView = About & { reported: string; text: string; left: string | null; currency: string }
type ReportedFeedbackView = About & { reported: string; author: string; stars: number; text: string }

export type WaitingDecisionsView = {
  contested: ContestedView[]
  problems: ProblemView[]
  feedback: ReportedFeedbackView[]
}

export type DecisionResult = { problem: string | null; fields: Record<string, string>; typed: Record<string, string> }

/** `quiet`: says nothing of what nothing waits for. `path`: of the page, which takes its forms. */
type WaitingDecisionsProps = {
  waiting: WaitingDecisionsView
  result: DecisionResult | null
  busy: boolean
  path?: string
  quiet?: boolean
}

export function WaitingDecisions({
  waiting: { contested, problems, feedback },
  result,
  busy,
  path = '/admin-dashboard',
  quiet = false,
}: WaitingDecisionsProps) {
  const isShown = (list: unknown[]) => list.length > 0 || !quiet
  return (
    <>
      {result?.problem && (
        <div className="mt-8">
          <Alert>
            <p className="font-semibold">{result.problem}</p>
          </Alert>
        </div>
      )}
      {isShown(contested) && (
        <Part id="contested" title={m.contested()}>
          <p className="running-text">{m.contestedCount({ count: contested.length })}</p>
          {contested.map((each) => (
            <Item key={each.id} about={each}>
              <p>{each.reported}</p>
              <p>{each.contested}</p>
              <Quote text={each.text} />
              <p className="note">{each.arrivals}</p>
              <Decide about={each} result={result} path={path}>
                <Button type="submit" name="intent" value="present" disabled={busy}>
                  {m.wasThere({ name: each.absent })}
                </Button>
                <Button type="submit" name="intent" value="absent" variant="secondary" disabled={busy}>
                  {m.didNotCome({ name: each.absent })}
                </Button>
              </Decide>
            </Item>
          ))}
        </Part>
      )}
      {isShown(problems) && (
        <Part id="problems" title={m.problems()}>
          <p className="running-text">{m.problemCount({ count: problems.length })}</p>
          {problems.map((each) => (
            <Problem key={each.id} problem={each} result={result} busy={busy} path={path} />
          ))}
        </Part>
      )}
      {isShown(feedback) && (
        <Part id="reported-feedback" title={m.reportedFeedback()}>
          <p className="running-text">{m.reportedFeedbackCount({ count: feedback.length })}</p>
          {feedback.map((each) => (
            <Item key={each.id} about={each}>
              <p className="flex flex-wrap items-center gap-x-2">
                <Stars given={each.stars} />
                <bdi className="font-semibold">{each.author}</bdi>
                <span className="note">{each.reported}</span>
              </p>
              <Quote text={each.text} />
              <Decide about={each} result={result} path={path}>
                <div className="w-full">
                  <Field
                    id={`reason-${each.id}`}
                    name="reason"
                    label={m.reasonIfHidden()}
                    maxLength={500}
                    defaultValue={result?.typed['id'] === each.id ? result.typed['reason'] : undefined}
                    error={result?.fields[`reason-${each.id}`]}
                  />
                </div>
                <Button type="submit" name="intent" value="keep" disabled={busy}>
                  {m.keepFeedback()}
                </Button>
                <Button type="submit" name="intent" value="hide" variant="secondary" disabled={busy}>
                  {m.hideFeedback()}
                </Button>
              </Decide>
            </Item>
          ))}
        </Part>
      )}
    </>
  )
}

type ProblemProps = { problem: ProblemView; result: DecisionResult | null; busy: boolean; path: string }

function Problem({ problem, result, busy, path }: ProblemProps) {
  const { id, reported, text, left, currency } = problem
  const typed = result?.typed['id'] === id ? result.typed : {}
  return (
    <Item about={problem}>
      <p>{reported}</p>
      <Quote text={text} />
      <Decide about={problem} result={result} path={path}>
        <div className="grid w-full gap-4">
          <TextArea
            id={`answer-${id}`}
            name="answer"
            label={m.answerToBoth()}
            optional
            defaultValue={typed['answer']}
            error={result?.fields[`answer-${id}`]}
          />
          {left && <input type="hidden" name="currency" value={currency} />}
          {left && (
            <Field
              id={`amount-${id}`}
              name="amount"
              label={m.refundAmount({ sign: currencySign(currency) })}
              hint={m.atMost({ left })}
              optional
              inputMode="decimal"
              defaultValue={typed['amount']}
              error={result?.fields[`amount-${id}`]}
            />
          )}
        </div>
        {left && (
          <>
            <Button type="submit" name="intent" value="refund_part" disabled={busy}>
              {m.refundPart()}
            </Button>
            <Button type="submit" name="intent" value="refund_all" variant="secondary" disabled={busy}>
              {m.giveBack({ left })}
            </Button>
          </>
        )}
        <Button type="submit" name="intent" value="refund_none" variant="secondary" disabled={busy}>
          {m.noRefund()}
        </Button>
      </Decide>
    </Item>
  )
}

function Item({ about: { session, who }, children }: { about: About; children: ReactNode }) {
  return (
    <article className="line grid max-w-3xl gap-3 rounded-card bg-deep px-5 py-4">
      <header>
        <h3 className="text-lg font-semibold">{session}</h3>
        <p className="note">{who}</p>
      </header>
      {children}
    </article>
  )
}

type DecideProps = { about: About; result: DecisionResult | null; path: string; children: ReactNode }

function Decide({ about: { id, own }, result, path, children }: DecideProps) {
  if (own === 'another') return <OwnSentence own={own} />
  return (
    <form method="post" action={localPath(path)} className="button-row">
      <input type="hidden" name="id" value={id} />
      {own && (
        <div className="w-full">
          <OwnReason own={own} id={id} typed={result?.typed['id'] === id ? result.typed['own_reason'] : undefined} />
        </div>
      )}
      {children}
    </form>
  )
}

const Quote = ({ text }: { text: string }) => (
  <blockquote dir="auto" className="border-s-4 border-hair ps-4 wrap-anywhere whitespace-pre-line">
    {text}
  </blockquote>
)

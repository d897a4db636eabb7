/** Who takes part in a cohort: for who leads it, and with addresses and money for admins. */
import { Form, useNavigation } from 'react-router'
import type { ConflictOfInterest } from '#domain/accounts/conflict-of-interest'
import type { CohortStatus } from '#domain/cohorts/cohort-status'
import * as m from '#messages/cohorts'
import { OwnReason, OwnSentence } from '../../admin/conflict-of-interest.tsx'
import { Alert } from '../../controls/alert.tsx'
import { Breadcrumb } from '../../controls/breadcrumb.tsx'
import { Button } from '../../controls/button.tsx'
import { TextArea } from '../../controls/field.tsx'
import { Notice } from '../../controls/notice.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { Part } from '../../layout/prose.tsx'
import { rich } from '../../rich.tsx'

/** `shown`: what cancelling returns, in minor units; null where nothing is to cancel. */
type MoneyOfMember = {
  email: string
  reference: string
  paid: string
  kept: string
  shown: number | null
  refund: string
  own: ConflictOfInterest | null
}

/** `progress`: "2 of 3 tasks done"; null without tasks. */
type Member = {
  id: string
  name: string
  joined: string
  hasLeft: boolean
  progress: string | null
  admin: MoneyOfMember | null
}

type MemberQuestion = { id: string; by: string; askedOn: string; question: string; answer: string | null }

/** `waiting`: how many are on the waitlist. `kept`: of all payments; null for who leads the cohort. */
export type MembersView = {
  slug: string
  title: string
  status: CohortStatus
  dates: string
  seats: number
  taken: number
  waiting: number
  members: Member[]
  kept: string | null
  questions: MemberQuestion[]
  canWithdraw: boolean
}

/** An answer that was not sent. */
type TypedReply = { question: string; answer: string }

type MembersPageProps = { view: MembersView; problem: string | null; typed: TypedReply | undefined }

export function MembersPage({ view, problem, typed }: MembersPageProps) {
  const { slug, title, status, dates, seats, taken, waiting, members, kept } = view
  return (
    <div className="page py-4 md:py-6">
      <PageHead title={m.membersOf({ title })} />
      <Breadcrumb
        above={[
          { label: m.cohorts(), to: '/cohorts' },
          { label: title, to: `/cohorts/${slug}` },
        ]}
        here={m.members()}
      />
      <div className="mt-3 max-w-4xl">
        <h1 className="page-title wrap-anywhere">{m.membersOf({ title })}</h1>
        <p className="mt-3 lead">
          {m.membersLead({ taken, seats, dates, waiting, isKept: kept !== null, kept: kept ?? '' })}
        </p>
        {problem && (
          <div className="mt-6">
            <Alert>
              <p className="font-semibold">{problem}</p>
            </Alert>
          </div>
        )}
        {status === 'withdrawn' && (
          <div className="mt-6">
            <Notice>{m.cohortWithdrawn()}</Notice>
          </div>
        )}
        <Part title={m.members()}>
          {members.length === 0 ? (
            <p className="text-ink-2">{m.noMembers()}</p>
          ) : (
            <ol className="framed-list">
              {members.map((member) => (
                <MemberRow key={member.id} member={member} />
              ))}
            </ol>
          )}
        </Part>
        <Part title={m.questions()}>
          {view.questions.length === 0 ? (
            <p className="text-ink-2">{m.noMemberQuestions()}</p>
          ) : (
            <ol className="framed-list">
              {view.questions.map((each) => (
                <QuestionRow
                  key={each.id}
                  askedOn={each}
                  typed={typed?.question === each.id ? typed.answer : undefined}
                />
              ))}
            </ol>
          )}
        </Part>
        {view.canWithdraw && <Withdraw members={taken} waiting={waiting} />}
      </div>
    </div>
  )
}

function QuestionRow({ askedOn, typed }: { askedOn: MemberQuestion; typed: string | undefined }) {
  const { id, by, question, answer } = askedOn
  return (
    <li className="grid gap-2 px-5 py-4">
      <p className="text-ink-2 wrap-anywhere">{m.memberAsked({ by, day: askedOn.askedOn })}</p>
      <h3 className="font-semibold tracking-normal wrap-anywhere whitespace-pre-line">{question}</h3>
      {answer === null ? (
        <Form method="post" preventScrollReset className="grid max-w-2xl gap-3">
          <input type="hidden" name="question" value={id} />
          <TextArea
            id={`answer-${id}`}
            name="answer"
            label={rich(m.yourAnswerTo({ name: by, hidden: (text) => <span className="sr-only">{text}</span> }))}
            hint={m.yourAnswerHint()}
            rows={3}
            maxLength={2_000}
            required
            defaultValue={typed}
          />
          <div>
            <Submit intent="answer" words={m.sendAnswer()} />
          </div>
        </Form>
      ) : (
        <p className="wrap-anywhere whitespace-pre-line">{answer}</p>
      )}
    </li>
  )
}

function MemberRow({ member: { id, name, joined, hasLeft, progress, admin } }: { member: Member }) {
  return (
    <li className="grid gap-1 px-5 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="font-semibold tracking-normal wrap-anywhere">{name}</h3>
        <p className="text-ink-2">
          {m.memberJoined({ joined, hasLeft, hasProgress: progress !== null, progress: progress ?? '' })}
        </p>
      </div>
      {admin && (
        <>
          <p className="text-ink-2 wrap-anywhere">
            {m.memberMoney({ email: admin.email, reference: admin.reference, paid: admin.paid, kept: admin.kept })}
          </p>
          {admin.shown !== null && <OwnSentence own={admin.own} />}
          {admin.shown !== null && admin.own !== 'another' && (
            <details>
              <summary className="tall-link w-fit cursor-pointer">{m.cancelSeatMenu()}</summary>
              <Form method="post" className="grid justify-items-start gap-3 py-2">
                <p>{m.cancelSeatEffect({ name, refund: admin.refund })}</p>
                <input type="hidden" name="seat" value={id} />
                <OwnReason own={admin.own} id={id} />
                <input type="hidden" name="shown" value={admin.shown} />
                <Submit intent="cancel" words={m.cancelSeatOf({ name })} />
              </Form>
            </details>
          )}
        </>
      )}
    </li>
  )
}

function Withdraw({ members, waiting }: { members: number; waiting: number }) {
  return (
    <Part title={m.withdrawTitle()}>
      <details>
        <summary className="tall-link w-fit cursor-pointer">{m.withdrawMenu()}</summary>
        <Form method="post" className="grid justify-items-start gap-3 py-2">
          <p className="max-w-prose">{m.withdrawText({ members, hasWaiting: waiting > 0 })}</p>
          <Submit intent="withdraw" words={m.withdrawCohort()} />
        </Form>
      </details>
    </Part>
  )
}

function Submit({ intent, words }: { intent: string; words: string }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Button type="submit" name="intent" value={intent} variant="secondary" disabled={busy}>
      {words}
    </Button>
  )
}

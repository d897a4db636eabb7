/** Who takes part in a cohort: for who leads it, and with addresses and money for admins. */
import { Form, useNavigation } from 'react-router'
import type { ConflictOfInterest } from '#domain/accounts/conflict-of-interest'
import type { CohortStatus } from '#domain/cohorts/cohort-status'
import { plural } from '#domain/quantities'
import { OwnReason, OwnSentence } from '../../admin/conflict-of-interest.tsx'
import { Alert } from '../../controls/alert.tsx'
import { Breadcrumb } from '../../controls/breadcrumb.tsx'
import { Button } from '../../controls/button.tsx'
import { TextArea } from '../../controls/field.tsx'
import { Notice } from '../../controls/notice.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { Part } from '../../layout/prose.tsx'

/** `shown`: what cancelling returns, in pence; null where nothing is to cancel. */
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
      <PageHead title={`Members of ${title}`} />
      <Breadcrumb
        above={[
          { label: 'Cohorts', to: '/cohorts' },
          { label: title, to: `/cohorts/${slug}` },
        ]}
        here="Members"
      />
      <div className="mt-3 max-w-4xl">
        <h1 className="page-title wrap-anywhere">Members of {title}</h1>
        <p className="mt-3 lead">
          {taken} of {plural(seats, 'seat')} taken, {dates}.
          {waiting > 0 && ` ${waiting === 1 ? 'One person waits' : `${waiting} people wait`} for a free seat.`}
          {kept !== null && ` ${kept} is kept of what was paid.`}
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
            <Notice>This cohort was withdrawn. Everyone who had joined gets an email and a full refund.</Notice>
          </div>
        )}
        <Part title="Members">
          {members.length === 0 ? (
            <p className="text-ink-2">No members yet. They appear here, and you get an email when someone joins.</p>
          ) : (
            <ol className="framed-list">
              {members.map((member) => (
                <MemberRow key={member.id} member={member} />
              ))}
            </ol>
          )}
        </Part>
        <Part title="Questions">
          {view.questions.length === 0 ? (
            <p className="text-ink-2">
              No questions yet. They appear here, and you get an email when a member asks one.
            </p>
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
      <p className="text-ink-2 wrap-anywhere">
        {by} asked on {askedOn.askedOn}
      </p>
      <h3 className="font-semibold tracking-normal wrap-anywhere whitespace-pre-line">{question}</h3>
      {answer === null ? (
        <Form method="post" preventScrollReset className="grid max-w-2xl gap-3">
          <input type="hidden" name="question" value={id} />
          <TextArea
            id={`answer-${id}`}
            name="answer"
            label={
              <>
                Your answer<span className="sr-only"> to {by}</span>
              </>
            }
            hint="The whole cohort sees the question and your answer, without the member’s name."
            rows={3}
            maxLength={2_000}
            required
            defaultValue={typed}
          />
          <div>
            <Submit intent="answer" words="Send answer" />
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
          joined {joined}
          {hasLeft && ', has left'}
          {progress && !hasLeft && `, ${progress}`}
        </p>
      </div>
      {admin && (
        <>
          <p className="text-ink-2 wrap-anywhere">
            {admin.email}, {admin.reference}. Paid: {admin.paid}; kept: {admin.kept}.
          </p>
          {admin.shown !== null && <OwnSentence own={admin.own} />}
          {admin.shown !== null && admin.own !== 'another' && (
            <details>
              <summary className="tall-link w-fit cursor-pointer">Cancel this seat…</summary>
              <Form method="post" className="grid justify-items-start gap-3 py-2">
                <p>
                  {name} gets an email and a refund of {admin.refund}.
                </p>
                <input type="hidden" name="seat" value={id} />
                <OwnReason own={admin.own} id={id} />
                <input type="hidden" name="shown" value={admin.shown} />
                <Submit intent="cancel" words={`Cancel the seat of ${name}`} />
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
    <Part title="Withdraw the cohort">
      <details>
        <summary className="tall-link w-fit cursor-pointer">Withdraw it…</summary>
        <Form method="post" className="grid justify-items-start gap-3 py-2">
          <p className="max-w-prose">
            The cohort will no longer be shown.{' '}
            {members === 0
              ? 'No one has joined yet.'
              : `${plural(members, 'member')} will get an email and a full refund.`}{' '}
            {waiting > 0 && 'The waitlist is deleted. '}
            You can’t undo this.
          </p>
          <Submit intent="withdraw" words="Withdraw this cohort" />
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

/** The page of a member of a cohort: the cohort's page, with what is the member's own in it and beside it. */
import { Form, Link, useNavigation } from 'react-router'
import * as m from '#messages/cohorts'
import { Button, ButtonLink } from '../../controls/button.tsx'
import { Checkbox, TextArea } from '../../controls/field.tsx'
import { Notice } from '../../controls/notice.tsx'
import { PageHead } from '../../layout/page-head.tsx'
import { CohortPage } from '../cohort-page.tsx'
import type { CohortView } from '../cohort-view.ts'
import { Questions, type QuestionView } from './questions.tsx'
import { rich } from '../../rich.tsx'

/** `paid`: null for a free seat. `back`: what went back or is on its way; null for nothing. */
export type SeatPageView = {
  reference: string
  state: 'member' | 'left'
  view: CohortView
  taken: number
  paid: string | null
  back: string | null
  refund: string | null
  canGiveUp: boolean
  /** Where a guest is erased; null for an account, with which its seats go. */
  erase: string | null
  questions: QuestionView[]
}

/** A question that was not sent. */
export type WaitlistResult = { typed: string; error: string }

export function SeatPage({ page, result }: { page: SeatPageView; result: WaitlistResult | undefined }) {
  const { reference, view, taken, state } = page
  const takesPart = state === 'member'
  return (
    <>
      <PageHead title={view.title} />
      <CohortPage
        view={view}
        taken={taken}
        ask={
          <>
            {takesPart && <Ask mentor={view.mentorName} result={result} />}
            <Questions questions={page.questions} mentor={view.mentorName} />
          </>
        }
        tasks={takesPart && view.tasks.length > 0 ? <TickTasks tasks={view.tasks} /> : undefined}
        calendar={takesPart ? `/seats/${reference}/calendar.ics` : null}
        {...(takesPart && { badge: m.youTakePart() })}
      >
        <YourSeat page={page} />
      </CohortPage>
    </>
  )
}

function TickTasks({ tasks }: { tasks: CohortView['tasks'] }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" preventScrollReset className="grid gap-4">
      <ul className="framed-list">
        {tasks.map(({ title, description, due, done }, place) => (
          <li key={`${title} ${due}`} className="px-5 py-2">
            <Checkbox
              id={`task-${place}`}
              name="task"
              value={place}
              defaultChecked={done === true}
              label={
                <span className="wrap-anywhere">
                  {rich(m.taskDue({ title, due, strong: (text) => <strong className="font-semibold">{text}</strong> }))}
                </span>
              }
              hint={description || undefined}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button type="submit" name="intent" value="tick" variant="secondary" disabled={busy}>
          {m.saveProgress()}
        </Button>
      </div>
    </Form>
  )
}

function Ask({ mentor, result }: { mentor: string; result: WaitlistResult | undefined }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" preventScrollReset noValidate className="grid max-w-2xl gap-4">
      <TextArea
        id="question"
        name="question"
        label={m.yourQuestion()}
        hint={m.yourQuestionHint({ mentor })}
        rows={3}
        maxLength={2_000}
        required
        error={result?.error}
        defaultValue={result?.typed}
      />
      <div>
        <Button type="submit" name="intent" value="ask" disabled={busy}>
          {busy ? m.sending() : m.askQuestion()}
        </Button>
      </div>
    </Form>
  )
}

function YourSeat({ page: { reference, state, paid, back, refund, canGiveUp, erase } }: { page: SeatPageView }) {
  return (
    <section aria-labelledby="your-seat" className="line grid gap-3 rounded-card px-5 py-4">
      <h2 id="your-seat" className="text-xl">
        {m.yourSeat()}
      </h2>
      {state === 'left' && <Notice>{m.noLongerMember()}</Notice>}
      <p>
        {rich(
          m.seatBooking({
            reference,
            isPaid: paid !== null,
            paid: paid ?? '',
            isRefunded: back !== null,
            back: back ?? '',
            code: (text) => <span className="whitespace-nowrap tabular-nums">{text}</span>,
          }),
        )}
      </p>
      {refund && <p className="text-ink-2">{refund}</p>}
      {paid !== null && (
        <p>
          <Link to={`/seats/${reference}/receipt`} className="link">
            {m.receipt()}
          </Link>
        </p>
      )}
      {canGiveUp && (
        <div>
          <ButtonLink to={`/seats/${reference}/cancel`} variant="secondary">
            {m.giveUpSeat()}
          </ButtonLink>
        </div>
      )}
      {erase && (
        <p className="text-ink-2">
          {rich(
            m.deleteFromSeat({
              link: (text) => (
                <Link to={erase} className="link">
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

/** Whether the product's work gets done, in one strip: grey while it does, red with words when not. */
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/admin'
import { NeedsAttention } from './needs-attention.tsx'
import { rich } from '../rich.tsx'

/** `lastWebhook`, `compared`: "12 minutes ago"; null if never. */
export type HealthView = {
  lastWebhook: string | null
  failedMails: number
  failedEvents: number
  waiting: number
  compared: string | null
  differences: number
  repaired: { key: string; at: string; what: string }[]
  jobs: { id: string; name: string; at: string }[]
  /** What came of those that were tried again in the last 24 hours. */
  retried: { id: string; name: string; at: string; isDone: boolean }[]
}

export function Health({ health }: { health: HealthView }) {
  const { lastWebhook, failedMails, failedEvents, waiting, compared, differences, repaired, jobs } = health
  return (
    <section aria-label={m.health()} className="admin-health">
      <ul>
        <li>
          {lastWebhook ? rich(m.lastWebhook({ ago: lastWebhook, strong: (text) => <b>{text}</b> })) : m.noWebhook()}
        </li>
        <li>
          {failedMails > 0 ? (
            <NeedsAttention>{m.emailsFailed({ count: failedMails })}</NeedsAttention>
          ) : (
            m.noEmailFailed()
          )}
        </li>
        <li>
          {jobs.length + failedEvents > 0 ? (
            <NeedsAttention>{m.jobsFailed({ count: jobs.length + failedEvents })}</NeedsAttention>
          ) : (
            rich(m.jobsWaiting({ count: waiting, strong: (text) => <b>{text}</b> }))
          )}
        </li>
        <li>{compared ? <Compared ago={compared} repaired={repaired.length} /> : m.reconciliationPending()}</li>
        <li>
          {differences > 0 ? <NeedsAttention>{m.booksDiffer({ count: differences })}</NeedsAttention> : m.booksMatch()}
        </li>
      </ul>
    </section>
  )
}

function Compared({ ago, repaired }: { ago: string; repaired: number }) {
  const strong = (text: string) => <b>{text}</b>
  if (repaired === 0) return rich(m.comparedOnly({ ago, strong }))
  return rich(m.comparedRepaired({ ago, count: repaired, strong, link: (text) => <a href="#repaired">{text}</a> }))
}

/** Jobs that used up their attempts, each with a way to have it tried again, and what came of that. */
export function FailedJobs({ jobs, retried }: Pick<HealthView, 'jobs' | 'retried'>) {
  const busy = useNavigation().state !== 'idle'
  return (
    <ul>
      {jobs.map(({ id, name, at }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-2 border-b border-hair py-2">
          <span>
            {rich(
              m.jobFailedAt({ job: describeJob(name), at, note: (text) => <span className="text-ink-2">{text}</span> }),
            )}
          </span>
          <Form method="post" action="/admin-dashboard">
            <input type="hidden" name="id" value={id} />
            <button type="submit" name="intent" value="retry_job" className="admin-button" disabled={busy}>
              {m.tryAgain()}
            </button>
          </Form>
        </li>
      ))}
      {retried.map(({ id, name, at, isDone }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-2 border-b border-hair py-2">
          <span>
            {rich(
              m.jobRetriedAt({
                job: describeJob(name),
                at,
                note: (text) => <span className="text-ink-2">{text}</span>,
              }),
            )}
          </span>
          {isDone ? m.jobDone() : m.scheduled()}
        </li>
      ))}
    </ul>
  )
}

const JOBS: Record<string, () => string> = {
  refund: m.sendRefund,
  event: m.processEvent,
  'send-mail': m.sendEmail,
  'remove-picture': m.removePicture,
  'remove-document': m.removeDocument,
}

const describeJob = (name: string) => JOBS[name]?.() ?? name

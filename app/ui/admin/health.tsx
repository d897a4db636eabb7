/** Whether the product's work gets done, in one strip: grey while it does, red with words when not. */
import { Form, useNavigation } from 'react-router'
import { plural } from '#domain/quantities'
import { Odd } from './odd.tsx'

/** `lastWebhook`, `compared`: how long ago; null if never. */
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
    <section aria-label="Health" className="admin-health">
      <ul>
        <li>
          {lastWebhook ? (
            <>
              Last webhook <b>{lastWebhook} ago</b>
            </>
          ) : (
            'No webhook yet'
          )}
        </li>
        <li>{failedMails > 0 ? <Odd>{plural(failedMails, 'email')} failed</Odd> : 'No email failed'}</li>
        <li>
          {jobs.length + failedEvents > 0 ? (
            <Odd>{plural(jobs.length + failedEvents, 'job')} failed</Odd>
          ) : (
            <>
              Jobs: <b>{waiting} waiting</b>, none failed
            </>
          )}
        </li>
        <li>
          {compared ? (
            <>
              Compared <b>{compared} ago</b>,{' '}
              {repaired.length > 0 ? <a href="#repaired">repaired {repaired.length}</a> : 'nothing to repair'}
            </>
          ) : (
            'Reconciliation runs hourly; first run pending'
          )}
        </li>
        <li>{differences > 0 ? <Odd>Books: {plural(differences, 'difference')}</Odd> : 'Ledger matches Stripe'}</li>
      </ul>
    </section>
  )
}

/** Jobs that used up their attempts, each with a way to have it tried again, and what came of that. */
export function FailedJobs({ jobs, retried }: Pick<HealthView, 'jobs' | 'retried'>) {
  const busy = useNavigation().state !== 'idle'
  return (
    <ul>
      {jobs.map(({ id, name, at }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-2 border-b border-hair py-2">
          <span>
            {JOBS[name] ?? name} <span className="text-ink-2">failed {at}</span>
          </span>
          <Form method="post" action="/admin-dashboard">
            <input type="hidden" name="id" value={id} />
            <button type="submit" name="intent" value="retry_job" className="admin-button" disabled={busy}>
              Try again
            </button>
          </Form>
        </li>
      ))}
      {retried.map(({ id, name, at, isDone }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-2 border-b border-hair py-2">
          <span>
            {JOBS[name] ?? name} <span className="text-ink-2">tried again {at}</span>
          </span>
          {isDone ? 'Done' : 'Scheduled'}
        </li>
      ))}
    </ul>
  )
}

const JOBS: Record<string, string> = {
  refund: 'Sending a refund',
  event: 'Processing an event',
  'send-mail': 'Sending an email',
  'remove-picture': 'Removing a picture',
  'remove-document': 'Removing a document',
}

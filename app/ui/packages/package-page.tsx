/** The page of a package, for its buyer: what is left, each of its sessions, and refunding the rest. */
import { Link } from 'react-router'
import * as form from '#messages/cohorts'
import * as m from '#messages/packages'
import { ButtonLink } from '../controls/button.tsx'
import { Notice } from '../controls/notice.tsx'
import { Fact, Facts } from '../layout/facts.tsx'
import { PageHead } from '../layout/page-head.tsx'
import { rich } from '../rich.tsx'

/** `page`: of the session that it is booked as; null without one. */
export type CreditLine = { number: number; text: string; page: string | null }

/**
 * `left`, `bookBy`: null once it cannot be used any more, and `over` says why. `away`: the mentor takes no bookings. `back`: what went
 * back or is on its way; null for nothing. `erase`: where a guest is erased; null for an account, with which its packages go.
 */
export type PackagePageView = {
  reference: string
  title: string
  mentor: { name: string; page: string | null }
  session: string
  left: string | null
  bookBy: string | null
  canBook: boolean
  away: string | null
  over: string | null
  credits: CreditLine[]
  paid: string
  back: string | null
  canRefund: boolean
  erase: string | null
}

export function PackagePage({ page }: { page: PackagePageView }) {
  const { reference, title, mentor, left, bookBy, over, away } = page
  return (
    <div className="page py-6 md:py-10">
      <PageHead title={title} />
      <div className="grid max-w-3xl gap-6">
        <h1 className="page-title wrap-anywhere">{title}</h1>
        {over && <Notice>{over}</Notice>}
        {away && <Notice>{away}</Notice>}
        {left && (
          <div>
            <p className="text-lg font-semibold">{left}</p>
            {bookBy && <p>{bookBy}</p>}
          </div>
        )}
        {page.canBook && (
          <div>
            <ButtonLink to={`/packages/${reference}/book`}>{m.bookASession()}</ButtonLink>
          </div>
        )}
        <Facts>
          <Fact name={form.mentor()}>
            {mentor.page ? (
              <Link to={mentor.page} className="link">
                {mentor.name}
              </Link>
            ) : (
              mentor.name
            )}
          </Fact>
          <Fact name={m.session()}>{page.session}</Fact>
        </Facts>
        <Credits credits={page.credits} />
        <Money page={page} />
      </div>
    </div>
  )
}

function Credits({ credits }: { credits: CreditLine[] }) {
  return (
    <section aria-labelledby="credits" className="grid gap-3">
      <h2 id="credits" className="text-xl">
        {m.yourSessions()}
      </h2>
      <ol className="framed-list">
        {credits.map(({ number, text, page }) => (
          <li key={number} className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1 px-5 py-3">
            <span className="font-semibold">{m.creditNumber({ number })}</span>
            {page ? (
              <Link to={page} className="link tabular-nums">
                {text}
              </Link>
            ) : (
              <span className="text-ink-2">{text}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Money({ page: { reference, paid, back, canRefund, erase } }: { page: PackagePageView }) {
  const code = (text: string) => <span className="whitespace-nowrap tabular-nums">{text}</span>
  return (
    <div className="grid gap-3">
      <p>
        {rich(m.paidLine({ reference, paid, isRefunded: back !== null, back: back ?? '', code }))}{' '}
        <Link to={`/packages/${reference}/receipt`} className="link">
          {m.receipt()}
        </Link>
      </p>
      {canRefund && (
        <div>
          <ButtonLink to={`/packages/${reference}/refund`} variant="secondary">
            {m.refundRest()}
          </ButtonLink>
        </div>
      )}
      {erase && (
        <p className="text-ink-2">
          {rich(
            m.deleteData({
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
  )
}

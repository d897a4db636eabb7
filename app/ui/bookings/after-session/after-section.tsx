/** The part of a booking's page about a session that has begun: who is here, what was reported, what comes next. */
import * as m from '#messages/bookings'
import { localPath } from '#words/local-path'
import { Button, ButtonLink } from '../../controls/button.tsx'
import { Notice } from '../../controls/notice.tsx'
import { Stars } from '../../controls/rating.tsx'
import { Part } from '../page/part.tsx'
import type { AfterParts } from './after-parts.ts'

/** Forms are plain ones, so that they need no script of this page's. */
export function AfterSection({ reference, after }: { reference: string; after: AfterParts }) {
  const { here, news, left, words, actions } = after
  const page = `/bookings/${reference}`
  return (
    <>
      {here && (
        <Part id="here" title={m.areYouThere()}>
          <p>
            {here.said ? `${m.youCheckedIn({ time: here.said })} ` : ''}
            {here.other}
          </p>
          {!here.said && (
            <form method="post" action={localPath(`${page}/here`)}>
              <Button type="submit" className="max-md:w-full">
                {m.imHere()}
              </Button>
            </form>
          )}
        </Part>
      )}
      {news.map(({ title, text }) => (
        <Notice key={title}>
          <p className="font-semibold">{title}</p>
          <p className="wrap-anywhere whitespace-pre-line">{text}</p>
        </Notice>
      ))}
      {actions.length > 0 && (
        <div className="button-row">
          {actions.map(({ form, label, primary }) => (
            <ButtonLink
              key={form}
              to={`${page}/${form}`}
              variant={primary ? 'primary' : 'secondary'}
              className="max-md:grow"
            >
              {label}
            </ButtonLink>
          ))}
        </div>
      )}
      {left && <Left left={left} />}
      {words.length > 0 && (
        <Part id="said" title={m.howItWent()}>
          {words.map(({ who, stars, text, note }) => (
            <div key={who} className="grid gap-1">
              <p className="flex flex-wrap items-center gap-x-2">
                {stars !== null && <Stars given={stars} />}
                <bdi className="font-semibold">{who}</bdi>
              </p>
              <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-line">
                {text}
              </p>
              {note && <p className="note">{note}</p>}
            </div>
          ))}
        </Part>
      )}
    </>
  )
}

function Left({ left: { note, steps } }: { left: NonNullable<AfterParts['left']> }) {
  return (
    <Part id="left" title={m.afterSession()}>
      {note && (
        <p dir="auto" className="max-w-prose wrap-anywhere whitespace-pre-line">
          {note}
        </p>
      )}
      {steps.length > 0 && (
        <ol className="booking-steps">
          {steps.map(({ text, due }) => (
            <li key={text}>
              <span className="wrap-anywhere">
                {text}
                {due && <span className="block note">{m.dueBy({ date: due })}</span>}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Part>
  )
}

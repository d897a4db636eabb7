/** The session in a letter: who and what on a panel, and the start on the clocks of both. */
import * as m from '#messages/emails'
import { formatList } from '#words/lists'
import { isRightToLeft } from '../../../messages/runtime.ts'
import {
  BREAK,
  DAY,
  directed,
  LayoutCell,
  LayoutTable,
  lineEnd,
  lineStart,
  padding,
  paragraphDirection,
  placeType,
  type,
} from './email-parts.tsx'
import { PORTRAIT_ID } from './email-portrait.ts'
import type { EmailClock, EmailSession } from './email-types.ts'

export function SessionPart({ session }: { session: EmailSession }) {
  return (
    <>
      <SessionPanel session={session} />
      <Clocks clocks={session.clocks} off={session.off} />
    </>
  )
}

function SessionPanel({ session: { title, line, portrait, leg } }: { session: EmailSession }) {
  return (
    <LayoutTable className="shoal" style={{ background: DAY.shoal, borderRadius: '8px', margin: '8px 0 16px' }}>
      <tr>
        <LayoutCell className="panel" style={{ padding: '20px 24px' }}>
          <LayoutTable>
            <tr>
              {portrait && (
                <td
                  width={1}
                  style={{ [lineEnd() === 'right' ? 'paddingRight' : 'paddingLeft']: '20px', verticalAlign: 'middle' }}
                >
                  <Portrait name={portrait.name} />
                </td>
              )}
              <td style={{ verticalAlign: 'middle', ...BREAK }}>
                <p
                  className="ink"
                  style={type(21, 28, { color: DAY.ink, margin: 0, fontWeight: 700 })}
                  dir={paragraphDirection()}
                >
                  {directed(title)}
                </p>
                <p className="ink2" style={type(16, 24, { color: DAY.ink2, margin: 0 })} dir={paragraphDirection()}>
                  {directed(line)}
                </p>
                {leg && <Leg leg={leg} />}
              </td>
            </tr>
          </LayoutTable>
        </LayoutCell>
      </tr>
    </LayoutTable>
  )
}

/** Where pictures are off, the name stands in the frame. With a low priority, React writes no `<link>` that preloads it. */
function Portrait({ name }: { name: string }) {
  return (
    <img
      src={`cid:${PORTRAIT_ID}`}
      width={96}
      height={96}
      alt={name}
      fetchPriority="low"
      className="portrait frame ink shoal"
      style={type(14, 18, {
        display: 'block',
        width: '96px',
        height: '96px',
        border: `1px solid ${DAY.ink}`,
        borderRadius: '8px',
        color: DAY.ink,
        background: '#cfe6ee',
        textAlign: 'center',
      })}
    />
  )
}

/** The route between the two is drawn with a border and a letter, so it needs no picture. */
function Leg({ leg }: { leg: { from: string; to: string } }) {
  return (
    <p className="ink" style={placeType(21, 30, { color: DAY.ink, margin: '2px 0 0' })}>
      {directed(leg.from)}{' '}
      <span style={{ whiteSpace: 'nowrap' }}>
        <span
          className="magenta"
          style={{
            display: 'inline-block',
            width: '36px',
            borderTop: `1px dashed ${DAY.magenta}`,
            verticalAlign: 'middle',
          }}
        />
        <span className="magenta" style={{ color: DAY.magenta, fontFamily: 'Arial, sans-serif', fontStyle: 'normal' }}>
          {isRightToLeft() ? LEFT_ARROW : ARROW}
        </span>
      </span>{' '}
      {directed(leg.to)}
    </p>
  )
}

const ARROW = '\u2192'
const LEFT_ARROW = '\u2190'

function Clocks({ clocks, off }: { clocks: EmailClock[]; off: boolean }) {
  const [own] = clocks
  if (!own) return null
  return (
    <LayoutTable
      className="frame"
      style={{ border: `1.5px solid ${DAY.ink}`, borderRadius: '8px', margin: '0 0 24px', tableLayout: 'fixed' }}
    >
      <tr>
        <td
          colSpan={clocks.length}
          className="hair ink panel"
          style={type(18, 24, {
            color: DAY.ink,
            fontWeight: 700,
            padding: '16px 24px',
            borderBottom: `1px solid ${DAY.hair}`,
          })}
        >
          {own.day}
        </td>
      </tr>
      <tr>
        {clocks.map((clock, index) => (
          <Clock key={clock.whose} clock={clock} own={index === 0} day={own.day} off={off} />
        ))}
      </tr>
    </LayoutTable>
  )
}

/** `day`: the reader's. The other's is named where it is another one. */
function Clock({ clock, own, day, off }: { clock: EmailClock; own: boolean; day: string; off: boolean }) {
  const edge = own ? {} : { [lineStart() === 'left' ? 'borderLeft' : 'borderRight']: `1px solid ${DAY.hair}` }
  return (
    <td
      width="50%"
      className="clock hair"
      style={{ padding: padding(16, 12, 20, 24), verticalAlign: 'top', ...edge, ...BREAK }}
    >
      <p
        className={own ? 'time ink' : 'time ink2'}
        style={type(44, 50, { color: own ? DAY.ink : DAY.ink2, margin: 0, fontWeight: own ? 700 : 400 })}
      >
        {off ? <s>{clock.time}</s> : clock.time}
      </p>
      <p className="ink2" style={type(16, 22, { color: DAY.ink2, margin: 0 })}>
        {own ? m.yourTimeIn({ place: clock.place }) : m.clockOf(clock)}
      </p>
      <p className="ink2" style={type(14, 20, { color: DAY.ink2, margin: 0 })}>
        {formatList([clock.offset, clock.day === day ? '' : clock.day, clock.note ?? ''].filter(Boolean), 'comma')}
      </p>
    </td>
  )
}

/** A booking drawn as a passage: solid is done, dashed is to come, a star where it is now. The drawing is decorative. */
import * as m from '#messages/bookings'
import type { Passage, Stage } from './page-parts.ts'

/** How far down the card the passage runs in its middle, and how much lower at its ends, in percent of its height. */
const TOP = 32
const DIP = 18

export function PassageChart({ passage: { stages, here } }: { passage: Passage }) {
  const count = stages.length
  const last = count - 1
  const done = here?.position ?? (stages.every((stage) => stage.done) ? last : 0)
  return (
    <div className="booking-passage">
      <div className="booking-passage-way">
        {/* Only attributes of SVG, which need no style of their own: the site allows none in a page. */}
        <svg className="booking-passage-chart" aria-hidden="true">
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">
            {done > 0 && <path d={curve(0, done, count)} className="sailed" />}
            {done < last && <path d={curve(done, last, count)} className="ahead" />}
          </svg>
          {stages.map((stage, index) => (
            <Mark key={stage.name} at={placePoint(index, count)} done={stage.done} />
          ))}
          {here && <Here at={placePoint(here.position, count)} words={here.words} />}
        </svg>
        <ol>
          {stages.map((stage) => (
            <StageWords key={stage.name} stage={stage} />
          ))}
        </ol>
        {here && <p className="sr-only">{here.words}</p>}
      </div>
    </div>
  )
}

/** In percent of the drawing's width and height. Stages stand in the middle of equal columns. */
type Point = { x: number; y: number }

function placePoint(position: number, count: number): Point {
  return { x: ((position + 0.5) / count) * 100, y: TOP + DIP * bend(position, count) }
}

/** 0 in the middle of the passage, 1 at its first and last point: a parabola. */
function bend(position: number, count: number): number {
  const half = (count - 1) / 2
  return half === 0 ? 0 : ((position - half) / half) ** 2
}

/** A part of the parabola, which one quadratic curve draws exactly: its control point is where both tangents meet. */
function curve(from: number, to: number, count: number): string {
  const half = (count - 1) / 2
  const [begin, end] = [placePoint(from, count), placePoint(to, count)]
  const slope = (2 * DIP * (from - half)) / half ** 2
  const bendAt = { x: (begin.x + end.x) / 2, y: begin.y + (slope * (to - from)) / 2 }
  const words = ({ x, y }: Point) => `${x.toFixed(2)} ${y.toFixed(2)}`
  return `M${words(begin)} Q${words(bendAt)} ${words(end)}`
}

function Mark({ at, done }: { at: Point; done: boolean }) {
  return (
    <svg x={`${at.x}%`} y={`${at.y}%`} overflow="visible" className={done ? 'done' : undefined}>
      <circle r="9" />
      {done && <path d="M-4 0.5 -1.2 3.3 4 -2.7" />}
    </svg>
  )
}

function Here({ at, words }: { at: Point; words: string }) {
  return (
    <svg x={`${at.x}%`} y={`${at.y}%`} overflow="visible" className="here">
      <circle r="14" />
      <path d="M0-9 1.8-1.8 9 0 1.8 1.8 0 9-1.8 1.8-9 0-1.8-1.8z" />
      <text y="-22" textAnchor="middle">
        {words}
      </text>
    </svg>
  )
}

function StageWords({ stage: { name, day, moment, at, done, next } }: { stage: Stage }) {
  return (
    <li>
      <span className={`booking-passage-name ${next ? 'text-magenta' : ''}`}>
        {name}
        <span className="sr-only">{done ? m.stageDone() : m.stageToCome()}</span>
      </span>
      {moment && (
        <time dateTime={at ?? undefined} className="note">
          <span className="md:hidden">{day}</span>
          <span className="max-md:hidden">{moment}</span>
        </time>
      )}
    </li>
  )
}

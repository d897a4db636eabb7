import * as m from '#messages/home'
import type { Hero } from './hero.ts'

/** What the lines of the chart mean, and how many each kind stands for. */
export function Legend({ legend: { move, count, others } }: { legend: NonNullable<Hero['legend']> }) {
  return (
    <dl className="hero-legend">
      <div>
        <dt>
          <Line kind="chart-route" />
          {move}
        </dt>
        <dd>{count}</dd>
      </div>
      <div>
        <dt>
          <Line kind="chart-faint" />
          {m.allOtherMoves()}
        </dt>
        <dd>{others}</dd>
      </div>
    </dl>
  )
}

const Line = ({ kind }: { kind: string }) => (
  <svg width="44" height="4" aria-hidden="true">
    <path d="M0 2H44" className={kind} />
  </svg>
)

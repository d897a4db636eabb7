/** The months of which a mentor has a statement: the last year's, and the others in a fold. */
import { Link } from 'react-router'
import * as m from '#messages/statements'
import type { StatementLink } from './statement-part.ts'

const SHOWN = 12

export function StatementList({ statements }: { statements: StatementLink[] }) {
  if (statements.length === 0) return null
  const [shown, older] = [statements.slice(0, SHOWN), statements.slice(SHOWN)]
  return (
    <section className="desk-part" aria-labelledby="statements-head">
      <div className="desk-part-head">
        <h2 id="statements-head">{m.statements()}</h2>
        <span className="desk-aside">{m.statementsAside()}</span>
      </div>
      <Months statements={shown} />
      {older.length > 0 && (
        <details>
          <summary className="desk-summary">{m.olderStatements()}</summary>
          <Months statements={older} />
        </details>
      )}
    </section>
  )
}

const Months = ({ statements }: { statements: StatementLink[] }) => (
  <ul className="mt-2 flex max-w-3xl flex-wrap gap-x-6">
    {statements.map(({ to, name }) => (
      <li key={to}>
        <Link to={to} className="tall-link">
          {name}
        </Link>
      </li>
    ))}
  </ul>
)

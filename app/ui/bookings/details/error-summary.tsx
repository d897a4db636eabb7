import * as m from '#messages/bookings'
import { Alert } from '../../controls/alert.tsx'

const ORDER = ['name', 'email', 'phone', 'topic', 'terms']

/** Lists wrong fields at the top of a page that came back without scripts. Each line links to its field. */
export function ErrorSummary({ fields }: { fields: Record<string, string> }) {
  const wrong = ORDER.filter((name) => fields[name])
  return (
    <Alert>
      <p className="font-semibold">{m.notBookedYet()}</p>
      <ul className="grid gap-1">
        {wrong.map((name) => (
          <li key={name}>
            <a href={`#booking-${name}`} className="link">
              {fields[name]}
            </a>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

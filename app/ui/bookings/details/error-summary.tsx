import { Alert } from '../../controls/alert.tsx'

const ORDER = ['name', 'email', 'phone', 'topic', 'terms']

/** What to mend, at the top of a page that came back without scripts; each line leads to its field. */
export function ErrorSummary({ fields }: { fields: Record<string, string> }) {
  const told = ORDER.filter((name) => fields[name])
  return (
    <Alert>
      <p className="font-semibold">Nothing was booked yet. What you typed is kept.</p>
      <ul className="grid gap-1">
        {told.map((name) => (
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

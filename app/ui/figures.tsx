/** The figures the specification gives for the community (§9). */
export type Figure = { value: string; of: string }

export const COHORT_FIGURES: Figure[] = [
  { value: '150+', of: 'mentees' },
  { value: '8', of: 'cohorts' },
  { value: '94%', of: 'success' },
]

export const COMMUNITY_FIGURES: Figure[] = [
  { value: '50+', of: 'mentors' },
  { value: '20+', of: 'countries' },
  { value: '200+', of: 'sessions' },
]

/** A band of figures, each read as one: "150+ mentees". */
export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <ul className="line grid divide-y divide-hair rounded-card bg-shoal-1 sm:grid-cols-3 sm:divide-x sm:divide-y-0">
      {figures.map((figure) => (
        <li key={figure.of} className="flex items-baseline gap-3 px-6 py-5 sm:block sm:py-7">
          <span className="text-3xl font-semibold md:text-4xl">{figure.value}</span>{' '}
          <span className="text-ink-2 sm:mt-1 sm:block">{figure.of}</span>
        </li>
      ))}
    </ul>
  )
}

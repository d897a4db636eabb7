/** /CohortDetailsPage — a sample of a cohort's page. Nothing on it is real, and it says so. */
import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { COHORT_SAMPLE as sample } from '../../ui/cohort-sample.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { ProsePage } from '../../ui/prose.tsx'
import { plural } from '../../ui/words.ts'

const PARTS = ['Overview', 'Schedule', 'Tasks', 'Resources', 'Progress', 'Ask Mentor'] as const

export default function CohortSample() {
  return (
    <ProsePage title={sample.title} lead={sample.subtitle}>
      <PageHead
        title="A sample cohort"
        description="What the page of a cohort will look like: overview, schedule, tasks, resources, progress."
        path="/CohortDetailsPage"
      />
      <p className="mt-6 max-w-3xl rounded-mark border-l-4 border-magenta bg-tint px-4 py-3">
        <strong className="font-semibold">This is a sample.</strong> The cohort, its people and its dates are made up,
        to show what a cohort’s page will hold.
      </p>
      <nav aria-label="Parts of this page" className="mt-8 border-b border-hair">
        <ul className="flex flex-wrap gap-x-6">
          {PARTS.map((part) => (
            <li key={part}>
              <a
                href={`#${anchor(part)}`}
                className="flex min-h-11 items-center text-ink-2 hover:text-ink hover:underline"
              >
                {part}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="max-w-4xl">
        <Section part="Overview">
          <p className="max-w-prose text-lg">{sample.welcome}</p>
          <Facts>
            <Fact name="Mentor">{sample.mentor}</Fact>
            <Fact name="Dates">
              {sample.starts} to {sample.ends}
            </Fact>
            <Fact name="Mentees">
              {sample.mentees} of {plural(sample.places, 'mentee')}
            </Fact>
            <Fact name="Commitment">{sample.commitment}</Fact>
            <Fact name="For">{sample.audience}</Fact>
            <Fact name="Core skills">{sample.coreSkills.join(', ')}</Fact>
            <Fact name="Interview preparation">{sample.interviewPrep.join(', ')}</Fact>
            <Fact name="You will gain">{sample.skillsGain.join(', ')}</Fact>
          </Facts>
        </Section>
        <Section part="Schedule">
          <Entries
            entries={sample.schedule.map((entry) => ({ title: entry.topic, when: entry.date, text: entry.details }))}
          />
        </Section>
        <Section part="Tasks">
          <Entries
            entries={sample.tasks.map((task) => ({
              title: task.title,
              when: `Due: ${task.due}`,
              text: task.description,
            }))}
          />
        </Section>
        <Section part="Resources">
          <ul className="grid list-disc gap-2 pl-5 marker:text-magenta">
            {sample.resources.map((resource) => (
              <li key={resource}>{resource}</li>
            ))}
          </ul>
        </Section>
        <Section part="Progress">
          <p>{sample.progress} per cent of the sessions have been held.</p>
          <svg
            viewBox="0 0 100 4"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="line h-3 w-full max-w-xl rounded-mark"
          >
            <rect width={sample.progress} height="4" className="fill-magenta" />
          </svg>
        </Section>
        <Section part="Ask Mentor">
          <p className="max-w-prose">
            In a cohort, questions go here and the mentor answers all of them in one place. In this sample nobody is
            listening; a mentor you can ask today is a session away.
          </p>
          <div>
            <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
          </div>
        </Section>
      </div>
    </ProsePage>
  )
}

function anchor(part: (typeof PARTS)[number]): string {
  return part.toLowerCase().replace(' ', '-')
}

function Section({ part, children }: { part: (typeof PARTS)[number]; children: ReactNode }) {
  return (
    <section id={anchor(part)} className="scroll-mt-6 pt-10">
      <h2 className="text-2xl">{part}</h2>
      <div className="mt-4 grid gap-4">{children}</div>
    </section>
  )
}

function Entries({ entries }: { entries: { title: string; when: string; text: string }[] }) {
  return (
    <ol className="line divide-y divide-hair rounded-card">
      {entries.map((entry) => (
        <li key={entry.title} className="px-5 py-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 className="font-semibold tracking-normal">{entry.title}</h3>
            <p className="text-ink-2">{entry.when}</p>
          </div>
          <p className="mt-1 text-ink-2">{entry.text}</p>
        </li>
      ))}
    </ol>
  )
}

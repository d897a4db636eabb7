/** /CohortDetailsPage — a sample of a cohort's page. Nothing on it is real, and it says so. */
import { Badge } from '../../ui/controls/badge.tsx'
import { Breadcrumb } from '../../ui/controls/breadcrumb.tsx'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { COHORT_SAMPLE as sample } from '../../ui/cohorts/cohort-sample.ts'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { Notice } from '../../ui/controls/notice.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import type { Part } from '../../ui/controls/tabs/part.tsx'
import { Tabs } from '../../ui/controls/tabs/tabs.tsx'
import { plural } from '#domain/quantities'

const PARTS: Part[] = [
  { id: 'overview', title: 'Overview', content: <Overview /> },
  {
    id: 'schedule',
    title: 'Schedule',
    content: (
      <Entries
        entries={sample.schedule.map((entry) => ({ title: entry.topic, when: entry.date, text: entry.details }))}
      />
    ),
  },
  {
    id: 'tasks',
    title: 'Tasks',
    content: (
      <Entries
        entries={sample.tasks.map((task) => ({ title: task.title, when: `Due: ${task.due}`, text: task.description }))}
      />
    ),
  },
  {
    id: 'resources',
    title: 'Resources',
    content: (
      <ul className="grid list-disc gap-2 ps-5 marker:text-magenta">
        {sample.resources.map((resource) => (
          <li key={resource}>{resource}</li>
        ))}
      </ul>
    ),
  },
  { id: 'progress', title: 'Progress', content: <Progress /> },
  {
    id: 'ask-mentor',
    title: 'Ask Mentor',
    content: (
      <>
        <p className="max-w-prose">
          In a cohort, questions go here and the mentor answers all of them in one place. In this sample nobody is
          listening; a mentor you can ask today is a session away.
        </p>
        <div>
          <ButtonLink to="/mentors">Find a Mentor</ButtonLink>
        </div>
      </>
    ),
  },
]

export default function CohortSample() {
  return (
    <div className="page py-6 md:py-10">
      <PageHead
        title="A sample cohort"
        description="What the page of a cohort will look like: overview, schedule, tasks, resources, progress."
        path="/CohortDetailsPage"
      />
      <Breadcrumb above={[{ label: 'Cohorts', to: '/cohorts' }]} here={sample.title} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="page-title">{sample.title}</h1>
        <Badge ground="accent">Sample</Badge>
      </div>
      <p className="mt-3 max-w-3xl lead">{sample.subtitle}</p>
      <div className="mt-6 max-w-4xl">
        <Notice>
          <strong className="font-semibold">This is a sample.</strong> The cohort, its people and its dates are made up,
          to show what a cohort’s page will hold.
        </Notice>
        <div className="mt-8 min-h-[34rem]">
          <Tabs label="Parts of this cohort" parts={PARTS} />
        </div>
      </div>
    </div>
  )
}

function Overview() {
  return (
    <>
      <p className="running-text">{sample.welcome}</p>
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
    </>
  )
}

function Progress() {
  return (
    <>
      <p>{sample.progress} per cent of the sessions have been held.</p>
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="line h-3 w-full max-w-xl rounded-mark"
      >
        <rect width={sample.progress} height="4" className="fill-magenta" />
      </svg>
    </>
  )
}

function Entries({ entries }: { entries: { title: string; when: string; text: string }[] }) {
  return (
    <ol className="framed-list">
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

/** The parts of a cohort's page: what its tabs hold, and what a review shows below one another. */
import type { ReactNode } from 'react'
import * as m from '#messages/cohorts'
import { localPath } from '#words/local-path'
import type { Part } from '../controls/tabs/part.tsx'
import { Portrait } from '../mentors/portrait.tsx'
import type { CohortView } from './cohort-view.ts'

/**
 * `ask`: how questions reach the mentor. `tasks`: instead of the list of tasks. `calendar`: the address of the schedule as a
 * calendar file; null without one.
 */
export function cohortParts(
  view: CohortView,
  { ask, tasks, calendar }: { ask: ReactNode; tasks?: ReactNode; calendar: string | null },
): Part[] {
  return [
    { id: 'overview', title: m.overview(), content: <Overview view={view} calendar={calendar} /> },
    { id: 'schedule', title: m.schedule(), count: view.schedule.length, content: <Schedule view={view} /> },
    { id: 'tasks', title: m.tasks(), count: view.tasks.length, content: tasks ?? <Tasks view={view} /> },
    { id: 'resources', title: m.resources(), content: <Resources view={view} /> },
    { id: 'progress', title: m.progress(), content: <Progress view={view} /> },
    { id: 'ask-mentor', title: m.askMentor(), content: ask },
  ]
}

function Overview({ view, calendar }: { view: CohortView; calendar: string | null }) {
  const { welcome, mentorName, picture, audience, coreSkills, interviewPrep, skillsGain, langAttributes } = view
  return (
    <>
      <div className="flex gap-4">
        <Portrait name={mentorName} picture={picture} size={104} className="size-18" />
        <div className="grid min-w-0 content-start gap-2">
          <p {...langAttributes} className="running-text wrap-anywhere whitespace-pre-line">
            {welcome}
          </p>
          <p className="text-ink-2 wrap-anywhere">{mentorName}</p>
        </div>
      </div>
      <Passage view={view} calendar={calendar} />
      <div className="mt-2 grid gap-6 sm:grid-cols-3">
        <Skills title={m.coreSkills()} skills={coreSkills} langAttributes={langAttributes} />
        <Skills title={m.interviewPreparation()} skills={interviewPrep} langAttributes={langAttributes} />
        <Skills title={m.youWillGain()} skills={skillsGain} langAttributes={langAttributes} />
      </div>
      <div className="grid gap-x-6 gap-y-1 border-t border-hair pt-4 sm:grid-cols-[auto_minmax(0,1fr)]">
        <h3 className="font-semibold tracking-normal">{m.audienceFor()}</h3>
        <p {...langAttributes} className="wrap-anywhere whitespace-pre-line">
          {audience}
        </p>
      </div>
    </>
  )
}

/** The sessions as waypoints of a crossing: solid is done, dashed is to come. */
function Passage({
  view: { schedule, when, langAttributes },
  calendar,
}: {
  view: CohortView
  calendar: string | null
}) {
  if (schedule.length === 0) return null
  return (
    <section aria-labelledby="passage" className="mt-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="passage" className="text-lg">
          {m.passage()}
          <span className="ms-2.5 text-base font-normal tracking-normal text-ink-2">{when}</span>
        </h3>
        {calendar && (
          <a href={localPath(calendar)} className="tall-link">
            {m.calendarFile()}
          </a>
        )}
      </div>
      <ol className="cohort-passage mt-3">
        {schedule.map(({ topic, details, week, day, state }) => (
          <li key={`${day} ${topic}`} data-state={state}>
            <span aria-hidden="true" className="cohort-waypoint" />
            <p className={`text-sm ${state === 'next' ? 'font-semibold text-magenta' : 'text-ink-2'}`}>
              {m.sessionWeek({ week, state })}
            </p>
            <p {...langAttributes} className="font-semibold wrap-anywhere">
              {topic}
            </p>
            <p className="note">{day}</p>
            {details && (
              <p {...langAttributes} className="mt-1 line-clamp-3 note wrap-anywhere">
                {details}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

type SkillsProps = { title: string; skills: string[]; langAttributes: CohortView['langAttributes'] }

function Skills({ title, skills, langAttributes }: SkillsProps) {
  if (skills.length === 0) return null
  return (
    <div>
      <h3 className="font-semibold tracking-normal">{title}</h3>
      <ul className="mt-1.5 grid gap-1">
        {skills.map((skill) => (
          <li key={skill} className="cohort-skill wrap-anywhere">
            {langAttributes ? <span {...langAttributes}>{skill}</span> : skill}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Schedule({ view: { schedule, langAttributes } }: { view: CohortView }) {
  return (
    <Entries
      langAttributes={langAttributes}
      entries={schedule.map(({ topic, day, week, state, details }) => ({
        title: topic,
        when: m.sessionWhen({ day, week, state }),
        text: details,
      }))}
    />
  )
}

function Tasks({ view: { tasks, langAttributes } }: { view: CohortView }) {
  if (tasks.length === 0) return <p className="text-ink-2">{m.noTasks()}</p>
  return (
    <Entries
      langAttributes={langAttributes}
      entries={tasks.map(({ title, description, due, done }) => ({
        title,
        when: m.taskDueWhen({ due, done: done === true }),
        text: description,
      }))}
    />
  )
}

type EntriesProps = {
  entries: { title: string; when: string; text: string }[]
  langAttributes: CohortView['langAttributes']
}

function Entries({ entries, langAttributes }: EntriesProps) {
  return (
    <ol className="framed-list">
      {entries.map(({ title, when, text }) => (
        <li key={`${title} ${when}`} className="px-5 py-4">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h3 {...langAttributes} className="font-semibold tracking-normal wrap-anywhere">
              {title}
            </h3>
            <p className="text-ink-2">{when}</p>
          </div>
          {text && (
            <p {...langAttributes} className="mt-1 wrap-anywhere whitespace-pre-line text-ink-2">
              {text}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

function Resources({ view: { resources } }: { view: CohortView }) {
  if (resources.length === 0) return <p className="text-ink-2">{m.noResources()}</p>
  return (
    <ul className="framed-list">
      {resources.map(({ title, url }) => (
        <li key={`${title} ${url}`} className="grid gap-0.5 px-5 py-3">
          {url === null ? (
            <span className="py-1">{title}</span>
          ) : (
            <>
              <a href={url} rel="nofollow ugc noopener noreferrer" className="tall-link w-fit wrap-anywhere">
                {title}
              </a>
              <span className="note wrap-anywhere">{new URL(url).hostname}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function Progress({ view: { percent, held, schedule, progress, tasks } }: { view: CohortView }) {
  const done = tasks.filter((task) => task.done).length
  const isTicked = tasks.some((task) => task.done !== null)
  return (
    <>
      <p>{m.sessionsHeld({ percent, held, total: schedule.length })}</p>
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="line h-3 w-full max-w-xl rounded-mark"
      >
        <rect width={percent} height="4" className="fill-magenta" />
      </svg>
      {isTicked && <p>{m.tasksAreDone({ done, total: tasks.length })}</p>}
      {progress && <p className="max-w-prose wrap-anywhere whitespace-pre-line">{progress}</p>}
    </>
  )
}

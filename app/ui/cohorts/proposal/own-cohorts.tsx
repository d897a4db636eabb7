/** How the proposals of the person signed in stand, the newest first. */
import { Badge } from '../../controls/badge.tsx'
import { ButtonLink } from '../../controls/button.tsx'
import { Part } from '../../layout/prose.tsx'
import { COHORT_STATUS_WORDS } from '../status-words.ts'
import type { OwnCohort } from './proposal.ts'

const GROUNDS = {
  pending: 'plain',
  changes_requested: 'accent',
  accepted: 'good',
  rejected: 'plain',
  withdrawn: 'plain',
} as const

/** `showsForm`: whether the form stands below, so that nothing needs to lead to it. */
export function OwnCohorts({ cohorts, showsForm }: { cohorts: OwnCohort[]; showsForm: boolean }) {
  const [latest] = cohorts
  if (!latest) return null
  return (
    <Part title={cohorts.length === 1 ? 'Your cohort' : 'Your cohorts'}>
      <ul className="framed-list max-w-3xl">
        {cohorts.map((cohort) => (
          <li key={cohort.id} className="grid gap-2 px-5 py-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h3 className="text-lg wrap-anywhere">{cohort.title}</h3>
              <Badge ground={GROUNDS[cohort.status]}>{COHORT_STATUS_WORDS[cohort.status]}</Badge>
              <span className="text-ink-2">since {cohort.since}</span>
            </div>
            <WhatNow cohort={cohort} />
            {cohort.message && (
              <blockquote className="rounded-mark border-s-4 border-magenta bg-tint px-4 py-3 wrap-anywhere whitespace-pre-line">
                {cohort.message}
              </blockquote>
            )}
          </li>
        ))}
      </ul>
      {!showsForm && (
        <div className="button-row">
          <ButtonLink to="/cohorts/propose?change" variant={latest.status === 'pending' ? 'secondary' : 'primary'}>
            {latest.status === 'pending' ? 'Change my proposal' : 'Propose another cohort'}
          </ButtonLink>
        </div>
      )}
    </Part>
  )
}

function WhatNow({ cohort: { status, answerBy, path } }: { cohort: OwnCohort }) {
  switch (status) {
    case 'pending':
      return (
        <p>
          We review it and reply{' '}
          {answerBy ? (
            <>
              by <strong className="font-semibold">{answerBy}</strong>
            </>
          ) : (
            'soon'
          )}
          , by email. It isn’t public until then, and you can change it.
        </p>
      )
    case 'changes_requested':
      return <p>We need these changes before we can accept it. Make them below and send it again.</p>
    case 'accepted':
      return path ? (
        <p>
          Its page is public:{' '}
          <a href={path} className="link">
            see it
          </a>
          , or{' '}
          <a href={`${path}/members`} className="link">
            its members
          </a>
          .
        </p>
      ) : (
        <p>Its page becomes public when cohorts open.</p>
      )
    case 'rejected':
      return <p>We didn’t accept it. Reason:</p>
    case 'withdrawn':
      return <p>It was withdrawn. All members were refunded.</p>
  }
}

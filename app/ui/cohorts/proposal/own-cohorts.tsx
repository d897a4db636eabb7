/** How the proposals of the person signed in stand, the newest first. */
import * as m from '#messages/cohorts'
import { localPath } from '#words/local-path'
import { Badge } from '../../controls/badge.tsx'
import { ButtonLink } from '../../controls/button.tsx'
import { Part } from '../../layout/prose.tsx'
import { COHORT_STATUS_WORDS } from '../status-words.ts'
import type { OwnCohort } from './proposal.ts'
import { rich } from '../../rich.tsx'

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
    <Part title={cohorts.length === 1 ? m.yourCohort() : m.yourCohorts()}>
      <ul className="framed-list max-w-3xl">
        {cohorts.map((cohort) => (
          <li key={cohort.id} className="grid gap-2 px-5 py-4">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h3 className="text-lg wrap-anywhere">{cohort.title}</h3>
              <Badge ground={GROUNDS[cohort.status]}>{COHORT_STATUS_WORDS[cohort.status]()}</Badge>
              <span className="text-ink-2">{m.since({ since: cohort.since })}</span>
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
            {latest.status === 'pending' ? m.changeProposal() : m.proposeAnother()}
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
          {answerBy
            ? rich(m.reviewedBy({ answerBy, strong: (text) => <strong className="font-semibold">{text}</strong> }))
            : m.reviewedSoon()}
        </p>
      )
    case 'changes_requested':
      return <p>{m.changesNeeded()}</p>
    case 'accepted':
      return path ? (
        <p>
          {rich(
            m.publicPage({
              link: (text) => (
                <a href={localPath(path)} className="link">
                  {text}
                </a>
              ),
              members: (text) => (
                <a href={localPath(`${path}/members`)} className="link">
                  {text}
                </a>
              ),
            }),
          )}
        </p>
      ) : (
        <p>{m.pageWhenOpen()}</p>
      )
    case 'rejected':
      return <p>{m.notAccepted()}</p>
    case 'withdrawn':
      return <p>{m.withdrawnText()}</p>
  }
}

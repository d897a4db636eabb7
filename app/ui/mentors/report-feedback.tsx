/** Asks whether one piece of feedback is to be looked at, and says that it will be. */
import { useNavigation } from 'react-router'
import * as m from '#messages/mentors'
import { localPath } from '#words/local-path'
import { AccountPage } from '../accounts/sign-in/account-page.tsx'
import { Alert } from '../controls/alert.tsx'
import { Button, ButtonLink } from '../controls/button.tsx'
import { Stars } from '../controls/rating.tsx'

type ReportFeedbackProps = {
  feedback: { id: string; author: string; rating: number; text: string; mentorName: string; slug: string }
  reported: boolean
  problem: string | null
}

export function ReportFeedbackPage({ feedback, reported, problem }: ReportFeedbackProps) {
  const busy = useNavigation().state !== 'idle'
  const { id, author, rating, text, mentorName, slug } = feedback
  return (
    <AccountPage
      title={reported ? m.reportThanks() : m.reportTitle()}
      lead={reported ? m.reportedLead() : m.reportLead()}
      below={
        <ButtonLink to={`/mentors/${slug}`} variant="secondary" className="w-full">
          {m.backTo({ name: mentorName })}
        </ButtonLink>
      }
    >
      <div className="grid gap-1 rounded-card bg-shoal-1 px-4 py-3">
        <p className="flex flex-wrap items-center gap-x-2">
          <Stars given={rating} />
          <bdi className="font-semibold">{author}</bdi>
        </p>
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      </div>
      {problem && (
        <div className="mt-5">
          <Alert>
            <p>{problem}</p>
          </Alert>
        </div>
      )}
      {!reported && (
        <form method="post" action={localPath(`/feedback/${id}`)} className="mt-5">
          <Button type="submit" disabled={busy} className="w-full">
            {m.reportIt()}
          </Button>
        </form>
      )}
    </AccountPage>
  )
}

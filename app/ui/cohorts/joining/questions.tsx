/** Questions of cohort members, with the answers that all of them see. */
import * as m from '#messages/cohorts'

/** `answer`: null until the mentor replies. `own`: this member wrote the question. */
export type QuestionView = { id: string; question: string; answer: string | null; askedOn: string; own: boolean }

export function Questions({ questions, mentor }: { questions: QuestionView[]; mentor: string }) {
  if (questions.length === 0) return <p className="text-ink-2">{m.noQuestions()}</p>
  return (
    <ol className="framed-list">
      {questions.map(({ id, question, answer, askedOn, own }) => (
        <li key={id} className="grid gap-1 px-5 py-4">
          <p className="text-ink-2">{own ? m.youAskedOn({ askedOn }) : m.askedOn({ askedOn })}</p>
          <h3 className="font-semibold tracking-normal wrap-anywhere whitespace-pre-line">{question}</h3>
          {answer === null ? (
            <p className="text-ink-2">{m.waitingForAnswer()}</p>
          ) : (
            <p className="wrap-anywhere whitespace-pre-line">
              <span className="sr-only">{m.mentorAnswers({ mentor })} </span>
              {answer}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

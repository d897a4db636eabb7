/** Reads the forms that a cohort's members and its mentor send. */
import { z } from 'zod'
import { readForm } from '#server/platform/http/form'
import { requiredText } from '#server/platform/http/text'
import * as m from '#messages/forms'

/** In characters, of a question or an answer. */
const MAX_WORDS = 2_000

const question = z.object({ question: requiredText(MAX_WORDS, m.writeQuestion) })
const answer = z.object({ answer: requiredText(MAX_WORDS, m.writeAnswer), question: z.uuid() })

export const readQuestionForm = (form: FormData) => readForm(question, form)
export const readAnswerForm = (form: FormData) => readForm(answer, form)

/** The places of the tasks that are ticked. */
export const readTicksForm = (form: FormData): number[] =>
  form
    .getAll('task')
    .filter((place) => typeof place === 'string' && /^\d{1,3}$/.test(place))
    .map(Number)

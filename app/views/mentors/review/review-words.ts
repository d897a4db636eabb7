/** The fields of a mentor's content as text, as an admin reads and compares them. Server side. */
import {
  currencyOf,
  type MentorContent,
  type MentorField,
  type ProfileTranslation,
  type SessionContent,
} from '#domain/mentors/content'
import { linkedinAddress } from '#domain/mentors/linkedin'
import { countryName } from '#server/platform/reference/countries'
import { languageName, spokenLanguages } from '#server/platform/reference/languages'
import { wordDiff } from '#server/mentors/review/word-diff'
import * as m from '#messages/application'
import { formatList } from '#words/lists'
import { FIELD_NAMES } from '#words/mentors/mentor-fields'
import { describePrice, formatCurrencyName, formatMoney } from '#words/prices'
import { formatDuration, formatYears } from '#words/time'
import type {
  ChangeRequest,
  ReviewPicture,
  ReviewRow,
  ReviewSession,
  Words,
} from '../../../ui/mentors/review/review-view.ts'

/** Labels of topics by code. */
type Topics = Map<string, string>

const RIGHTS = { yes: m.mayEarn, not_sure: m.notSureVolunteer, no: m.mayNotEarn }

/** Shown beside the name, and on the profile. Name, picture and sessions have a look of their own. */
const SHOWN: MentorField[] = [
  'role',
  'company',
  'moves',
  'languages',
  'location',
  'education',
  'university',
  'experience',
  'price',
  'about',
  'whyMentor',
  'translations',
  'helpWith',
  'topics',
  'linkedin',
  'timeZone',
]
const HIDDEN: MentorField[] = ['rightToEarn', 'phone', 'specialization', 'qualification', 'hoursPerWeek']

function formatField(content: MentorContent, field: MentorField, topics: Topics): string {
  switch (field) {
    case 'experience':
      return formatYears(content.experience)
    case 'languages':
      return formatList(spokenLanguages(content), 'comma')
    case 'price':
      return content.price === 0
        ? m.free()
        : m.pricePerSession({ price: formatMoney(content.price, currencyOf(content)) })
    case 'hoursPerWeek':
      return content.hoursPerWeek === null ? '' : m.hoursCount({ count: content.hoursPerWeek })
    case 'rightToEarn':
      return content.rightToEarn ? RIGHTS[content.rightToEarn]() : ''
    case 'helpWith':
      return formatList(content.helpWith, 'comma')
    case 'topics':
      return formatList(
        content.topics.map((code) => topics.get(code) ?? code),
        'comma',
      )
    case 'moves':
      return content.moves.map(formatMove).join('\n')
    case 'translations':
      return (content.translations ?? []).map(formatTranslation).join('\n')
    case 'otherLanguages':
    case 'sessions':
    case 'portrait':
      throw new Error(`${field} is not shown as text`)
    case 'currency':
      return formatCurrencyName(currencyOf(content))
    default:
      return content[field]
  }
}

const formatTranslation = ({ language, about, whyMentor }: ProfileTranslation) =>
  [languageName(language), about, whyMentor].join('\n')

function formatMove(move: MentorContent['moves'][number]): string {
  const { purpose, institution } = move
  const why = institution ? m.moveReasonAt({ purpose, institution }) : m.moveReason({ purpose })
  const way = m.moveWay({
    fromCity: move.fromCity,
    fromCountry: countryName(move.fromCountry),
    toCity: move.toCity,
    toCountry: countryName(move.toCountry),
  })
  return [way, why, String(move.year)].filter(Boolean).join(', ')
}

type Compared = {
  content: MentorContent
  /** What it is compared with; null to compare with nothing. */
  base: MentorContent | null
  topics: Topics
  describeRequest: (field: MentorField) => ChangeRequest | null
}

export const shownRows = (compared: Compared): ReviewRow[] => SHOWN.map((field) => compareField(field, compared))
export const hiddenRows = (compared: Compared): ReviewRow[] => HIDDEN.map((field) => compareField(field, compared))

function compareField(field: MentorField, { content, base, topics, describeRequest }: Compared): ReviewRow {
  const after = formatField(content, field, topics)
  const words = wordDiff(base ? formatField(base, field, topics) : after, after)
  return {
    field,
    name: FIELD_NAMES[field](),
    words,
    isChanged: isChanged(words),
    changeRequest: describeRequest(field),
    ...(field === 'linkedin' && { link: linkedinAddress(content.linkedin) }),
  }
}

const isChanged = (words: Words) => words.some(({ change }) => change !== 'same')

export const nameWords = ({ content, base }: Compared): Words => wordDiff((base ?? content).name, content.name)

export const comparePictures = ({ content, base }: Compared): ReviewPicture => ({
  now: content.portrait,
  ...(base && base.portrait !== content.portrait && { before: base.portrait }),
})

type Prices = Pick<MentorContent, 'price' | 'currency'>

/** Sessions in their order, and those that are gone at the end. One that lost its id on the way is known by its title. */
export function compareSessions({ content, base }: Compared): ReviewSession[] {
  const prices = { before: base ?? content, after: content }
  const left = [...(base ?? content).sessions]
  const kept = content.sessions.map((session) => {
    const byId = left.findIndex(({ id }) => id === session.id)
    const at = byId >= 0 ? byId : left.findIndex(({ title }) => title === session.title)
    const [before = null] = at >= 0 ? left.splice(at, 1) : []
    return compareSession(before, session, prices)
  })
  return [...kept, ...left.map((session) => compareSession(session, null, prices))]
}

function compareSession(
  before: SessionContent | null,
  after: SessionContent | null,
  prices: { before: Prices; after: Prices },
): ReviewSession {
  const words = (text: (session: SessionContent, of: Prices) => string) =>
    wordDiff(before ? text(before, prices.before) : '', after ? text(after, prices.after) : '')
  return {
    id: (after ?? before)?.id ?? '',
    change: !before ? 'new' : !after ? 'gone' : 'same',
    title: words(({ title }) => title),
    price: words(({ price }, of) => describePrice(price ?? of.price, currencyOf(of))),
    about: words(({ minutes, description, touchesVisas }) =>
      [formatDuration(minutes), description, touchesVisas ? m.visasNotice() : ''].filter(Boolean).join(' · '),
    ),
    leaveWith: words(({ leaveWith }) => leaveWith),
  }
}

export const sessionsChanged = (sessions: ReviewSession[]): boolean =>
  sessions.some(({ change, title, price, about, leaveWith }) =>
    [change !== 'same', ...[title, price, about, leaveWith].map(isChanged)].some(Boolean),
  )

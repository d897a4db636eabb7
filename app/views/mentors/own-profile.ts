/** What /profile shows to a signed-in person: the form as it was last saved, and where their record stands. */
import type { Session } from '#domain/accounts/account'
import { changedFields, isVolunteer, type MentorContent, type MentorField } from '#domain/mentors/content'
import { isPublished } from '#domain/mentors/mentor-status'
import {
  toTypedApplication,
  toTypedProfile,
  toTypedTranslations,
  typedWithProfile,
} from '#domain/mentors/typed-application'
import type { App } from '#server/context'
import { findFormDraft } from '#server/accounts/drafts/form-drafts-queries'
import { findRecord } from '#server/mentors/record/content-queries'
import { offeredTextsLanguages } from '#server/mentors/record/texts-language'
import { listSubmissions } from '#server/mentors/review/submissions-queries'
import { sortByName } from '#server/platform/reference/display-names'
import { languageName } from '#server/platform/reference/languages'
import { formatList } from '#words/lists'
import { FIELD_NAMES } from '#words/mentors/mentor-fields'
import { describeStored } from '#words/product-texts'
import { LANGUAGES } from '../../../messages/languages.ts'
import type { TextsLanguages } from '../../ui/mentors/profile-form.tsx'
import type { OwnRecord } from '../../ui/mentors/profile-state.tsx'

/**
 * `volunteer`: they charge nothing, since they may not earn or are not sure. `textsLanguages`: those to choose from for their texts, and
 * the one that was detected; null before there is a record. `translations`: languages to write further texts in; null where nothing would
 * keep them.
 */
type OwnProfile = {
  typed: Record<string, string>
  volunteer: boolean
  textsLanguages: TextsLanguages | null
  translations: { code: string; name: string }[] | null
  /** In which they can price, ISO 4217. */
  currencies: readonly string[]
  picture: string | null
  record: OwnRecord
}

export async function readOwnProfile(app: App, session: Session): Promise<OwnProfile> {
  const record = await findRecord(app.db, { account: session.accountId })
  const draft = await findFormDraft(app.db, 'application', session.accountId)
  if (!record) {
    const typed = toTypedProfile({ name: session.name, ...draft?.fields })
    const volunteer = ['no', 'not_sure'].includes(draft?.fields['rightToEarn'] ?? '')
    const picture = draft?.picture ?? session.picture
    return {
      typed,
      volunteer,
      textsLanguages: null,
      translations: null,
      currencies: app.config.CURRENCIES,
      picture,
      record: { status: draft ? 'draft' : 'none' },
    }
  }
  const [newest, ...earlier] = await listSubmissions(app.db, record.id)
  const waiting = newest?.decision === null ? newest : undefined
  const published = isPublished(record.status)
  const wanted = (published && waiting?.content) || record.content
  const isDrafted = !published && !waiting && draft && Object.keys(draft.fields).length > 0 // Not just a picture.
  const typed = isDrafted ? toTypedProfile(draft.fields) : typedProfile(wanted)
  const outcome = waiting ? earlier[0] : newest
  return {
    typed: { ...typed, ...toTypedTranslations(wanted), textsLanguage: record.textsLanguage ?? '' },
    volunteer: isVolunteer(wanted),
    textsLanguages: {
      detected: record.detectedLanguage && languageName(record.detectedLanguage),
      choices: sortByName(offeredTextsLanguages(wanted).map((code) => ({ code, name: languageName(code) }))),
    },
    translations: published || waiting ? listPageLanguages(app) : null,
    currencies: app.config.CURRENCIES,
    picture: (published ? null : draft?.picture) ?? wanted.portrait ?? session.picture,
    record: {
      status: record.status,
      slug: record.slug,
      reason: describeStored(record.statusReason),
      waiting:
        published && waiting ? formatList(listFieldNames(changedFields(record.content, waiting.content)), 'comma') : '',
      requests:
        outcome?.decision === 'changes_requested' && !waiting
          ? Object.entries(outcome.requests).map(([field, request]) => [
              FIELD_NAMES[field as MentorField](),
              describeStored(request),
            ])
          : [],
      message: outcome?.decision === 'changes_requested' && !waiting ? describeStored(outcome.message) : '',
    },
  }
}

const typedProfile = (content: MentorContent) =>
  toTypedProfile(typedWithProfile(toTypedApplication(content, []), content))

const listPageLanguages = ({ config }: App) =>
  sortByName(
    config.LANGUAGES.map((each) => new Intl.Locale(LANGUAGES[each].tag).language).map((code) => ({
      code,
      name: languageName(code),
    })),
  )

const listFieldNames = (fields: MentorField[]) => fields.map((field) => FIELD_NAMES[field]())

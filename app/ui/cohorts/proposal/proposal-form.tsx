/**
 * The proposal of a cohort as a form. Without scripts its buttons post; with them lists change at once, and what is typed
 * is saved meanwhile.
 */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useFetcher } from 'react-router'
import { SEATS } from '#domain/cohorts/content'
import * as m from '#messages/cohorts'
import { localPath } from '#words/local-path'
import { Alert } from '../../controls/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { Field, Select, TextArea } from '../../controls/field.tsx'
import { Notice } from '../../controls/notice.tsx'
import { ConflictNotice, DraftStatus } from '../../forms/draft-status.tsx'
import { fieldId, saysTheSame, typedOnScreen, type Typed } from '../../forms/typed-fields.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useSending } from '../../forms/use-sending.ts'
import { ChoosePicture } from '../../mentors/application/picture/choose-picture.tsx'
import { Portrait } from '../../mentors/portrait.tsx'
import { EntryList } from './entry-list.tsx'
import { LISTS, describeError, useProposalFields, type ProposalFields } from './proposal-fields.ts'
import { formatFailure, type ProposalResult, type ProposalOffer } from './proposal.ts'
import { rich } from '../../rich.tsx'

const PATH = '/cohorts/propose'
const DRAFT = { name: 'cohort', path: `${PATH}/draft` } as const

type ProposalFormProps = {
  offer: ProposalOffer
  /** What came back before this was drawn, on a page without scripts. */
  result: ProposalResult | null
  /** Why a picture was refused, on a page without scripts. */
  uploaded: string | null
  /** The draft was saved by its button, on a page without scripts. */
  saved: boolean
}

export function ProposalForm({ offer, result: earlier, uploaded, saved }: ProposalFormProps) {
  const fetcher = useFetcher<ProposalResult>()
  const result = fetcher.data ?? earlier
  const fields = useProposalFields(earlier?.typed ?? offer.typed, earlier?.fields ?? {})
  const draft = useDraft(DRAFT, offer, fields.typed, fields.replace)
  const { send } = useSending(fetcher, fields.typed, draft)
  const form = useRef<HTMLFormElement>(null)
  const [picture, setPicture] = useState(offer.picture)
  const busy = fetcher.state !== 'idle'
  const { replace } = fields
  const { goOn } = draft

  useEffect(() => {
    const onScreen = form.current ? typedOnScreen(form.current) : fields.typed
    const { of: _of, ...typed } = onScreen
    if (!saysTheSame(typed, fields.typed)) replace(typed)
    // oxlint-disable-next-line react/exhaustive-deps -- Once, when the form appears.
  }, [])

  useEffect(() => {
    if (!fetcher.data) return
    replace(fetcher.data.typed, fetcher.data.fields)
    goOn()
    // oxlint-disable-next-line react/exhaustive-deps -- After each answer.
  }, [fetcher.data])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if ((event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') !== 'send') return
    await send({ of: offer.of ?? '', intent: 'send' }, `${PATH}?change`)
  }
  return (
    <>
      <form
        ref={form}
        method="post"
        action={localPath(`${PATH}?change`)}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-8 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-10"
      >
        {/* The first button of a form is the one that Enter presses. */}
        <button type="submit" name="intent" value="save" hidden>
          {m.save()}
        </button>
        <input type="hidden" name="version" value={result?.version ?? offer.version ?? ''} />
        <input type="hidden" name="of" value={offer.of ?? ''} />
        <div className="grid gap-4">
          <DraftStatus draft={draft} />
          {result && <Refusal result={result} errors={fields.errors} />}
          {saved && !result && (
            <div className="scripted:hidden">
              <Notice good>{m.draftSaved()}</Notice>
            </div>
          )}
          {draft.newer && <ConflictNotice form="other" draft={draft} />}
          {offer.restored && !result && (
            <Notice>
              <p>{rich(m.signedInAgain({ strong: (text) => <strong className="font-semibold">{text}</strong> }))}</p>
            </Notice>
          )}
        </div>
        <AboutFields fields={fields} offer={offer} />
        <GainFields fields={fields} />
        {LISTS.map((list) => (
          <EntryList key={list} fields={fields} list={list} />
        ))}
        <section aria-labelledby="apply-progress-title" className="grid gap-4">
          <h3 id="apply-progress-title" className="text-xl">
            {m.progress()}
          </h3>
          <TextArea
            {...fields.field('progress', m.progressHint())}
            label={m.progressLabel()}
            optional
            rows={3}
            maxLength={600}
          />
        </section>
        <section id="apply-picture-part" aria-labelledby="apply-picture-title" className="grid gap-4">
          <h3 id="apply-picture-title" className="text-xl">
            {m.picture()}
          </h3>
          {picture && (
            <Portrait name={fields.typed['cohortTitle'] ?? ''} picture={picture} size={168} className="size-28" />
          )}
          <ChoosePicture
            path={`${PATH}/picture`}
            label={m.pictureLabel()}
            picture={picture}
            uploaded={uploaded}
            onPicture={setPicture}
          />
        </section>
        <div className="button-row border-t border-hair pt-6">
          <Button type="submit" name="intent" value="send" disabled={busy}>
            {busy ? m.sending() : offer.of === null ? m.sendProposal() : m.resend()}
          </Button>
          <Button type="submit" name="intent" value="save" variant="secondary" className="scripted:hidden">
            {m.saveDraft()}
          </Button>
        </div>
      </form>
      <form id="apply-picture" method="post" action={localPath(`${PATH}/picture`)} encType="multipart/form-data" />
    </>
  )
}

type AboutFieldsProps = { fields: ProposalFields; offer: Pick<ProposalOffer, 'countries' | 'currency'> }

function AboutFields({ fields: { field }, offer: { countries, currency } }: AboutFieldsProps) {
  const names = countries.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ))
  return (
    <section aria-labelledby="apply-about-title" className="grid gap-4.5">
      <h3 id="apply-about-title" className="text-xl">
        {m.aboutTitle()}
      </h3>
      <Field {...field('cohortTitle')} label={m.cohortTitle()} placeholder={m.sampleTitle()} required maxLength={80} />
      <Field {...field('subtitle')} label={m.subtitle()} placeholder={m.sampleSubtitle()} optional maxLength={160} />
      <Field {...field('mentorName')} label={m.mentor()} required maxLength={120} />
      <div className="form-fields items-start sm:grid-cols-2">
        <Field {...field('startDate')} label={m.firstDay()} type="date" required />
        <Field {...field('endDate')} label={m.lastDay()} type="date" required />
        <Field
          {...field('menteesCount', m.menteesCountHint({ min: SEATS.min, max: SEATS.max }))}
          label={m.menteesCount()}
          inputMode="numeric"
          required
          maxLength={4}
        />
        <Field
          {...field('price', m.priceHint({ currency }))}
          label={m.price()}
          inputMode="decimal"
          required
          maxLength={20}
        />
        <Field {...field('commitment', m.commitmentHint())} label={m.commitment()} required maxLength={80} />
      </div>
      <TextArea {...field('audience', m.audienceHint())} label={m.audience()} required rows={3} maxLength={600} />
      <div className="form-fields items-start sm:grid-cols-2">
        <Select {...field('fromCountry', m.fromCountryHint())} label={m.from()} optional>
          <option value="">{m.anywhere()}</option>
          {names}
        </Select>
        <Select {...field('toCountry', m.toCountryHint())} label={m.to()} optional>
          <option value="">{m.anywhere()}</option>
          {names}
        </Select>
      </div>
      <TextArea
        {...field('welcomeMsg', m.welcomeHint())}
        label={m.welcomeMessage()}
        required
        rows={4}
        maxLength={2_000}
      />
    </section>
  )
}

function GainFields({ fields: { field } }: { fields: ProposalFields }) {
  return (
    <section aria-labelledby="apply-gain-title" className="grid gap-4.5">
      <div>
        <h3 id="apply-gain-title" className="text-xl">
          {m.gainTitle()}
        </h3>
        <p className="mt-1 note">{m.gainHint()}</p>
      </div>
      <TextArea {...field('coreSkills')} label={m.coreSkills()} optional rows={3} maxLength={2_000} />
      <TextArea {...field('interviewPrep')} label={m.interviewPreparation()} optional rows={3} maxLength={2_000} />
      <TextArea {...field('skillsGain')} label={m.skillsGain()} required rows={3} maxLength={2_000} />
    </section>
  )
}

/** What went wrong: takes the focus, and leads to each field. */
function Refusal({ result, errors }: { result: ProposalResult; errors: Typed }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- After each answer.
  }, [result])
  return (
    <Alert ref={box}>
      <p className="font-semibold">{formatFailure(result)}</p>
      {result.failed === 'changed' && (
        <p>
          {rich(
            m.saveAgainOrNewer({
              link: (text) => (
                <a href={localPath(`${PATH}?change`)} className="link">
                  {text}
                </a>
              ),
            }),
          )}
        </p>
      )}
      {Object.keys(errors).length > 0 && (
        <ul className="grid gap-1">
          {Object.entries(errors).map(([name, message]) => (
            <li key={name}>
              <a href={`#${fieldId(name)}`} className="link">
                {describeError(name, message)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

/**
 * The proposal of a cohort as a form. Without scripts its buttons post; with them lists change at once, and what is typed
 * is saved meanwhile.
 */
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useFetcher } from 'react-router'
import { SEATS } from '#domain/cohorts/content'
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
import { LISTS, describePlace, useProposalFields, type ProposalFields } from './proposal-fields.ts'
import { formatFailure, type ProposalResult, type ProposalOffer } from './proposal.ts'

const PATH = '/cohorts/propose'
const DRAFT = { name: 'cohort', path: `${PATH}/draft` } as const

type Countries = ProposalOffer['countries']

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
        action={`${PATH}?change`}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-8 grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-10"
      >
        {/* The first button of a form is the one that Enter presses. */}
        <button type="submit" name="intent" value="save" hidden>
          Save
        </button>
        <input type="hidden" name="version" value={result?.version ?? offer.version ?? ''} />
        <input type="hidden" name="of" value={offer.of ?? ''} />
        <div className="grid gap-4">
          <DraftStatus draft={draft} />
          {result && <Refusal result={result} errors={fields.errors} />}
          {saved && !result && (
            <div className="scripted:hidden">
              <Notice good>Draft saved.</Notice>
            </div>
          )}
          {draft.newer && <ConflictNotice what="proposal" draft={draft} />}
          {offer.restored && !result && (
            <Notice>
              <p>
                <strong className="font-semibold">You’re signed in again.</strong> What you typed is in the form. Check
                it and send.
              </p>
            </Notice>
          )}
        </div>
        <AboutFields fields={fields} countries={offer.countries} />
        <GainFields fields={fields} />
        {LISTS.map((list) => (
          <EntryList key={list} fields={fields} list={list} />
        ))}
        <section aria-labelledby="apply-progress-title" className="grid gap-4">
          <h3 id="apply-progress-title" className="text-xl">
            Progress
          </h3>
          <TextArea
            {...fields.field(
              'progress',
              'How mentees track progress. The share of sessions held is shown automatically.',
            )}
            label="How progress is tracked"
            optional
            rows={3}
            maxLength={600}
          />
        </section>
        <section id="apply-picture-part" aria-labelledby="apply-picture-title" className="grid gap-4">
          <h3 id="apply-picture-title" className="text-xl">
            Picture
          </h3>
          {picture && (
            <Portrait name={fields.typed['cohortTitle'] ?? ''} picture={picture} size={168} className="size-28" />
          )}
          <ChoosePicture
            path={`${PATH}/picture`}
            label="A picture of the cohort"
            picture={picture}
            uploaded={uploaded}
            onPicture={setPicture}
          />
        </section>
        <div className="button-row border-t border-hair pt-6">
          <Button type="submit" name="intent" value="send" disabled={busy}>
            {busy ? 'Sending...' : offer.of === null ? 'Send my proposal' : 'Resend'}
          </Button>
          <Button type="submit" name="intent" value="save" variant="secondary" className="scripted:hidden">
            Save draft
          </Button>
        </div>
      </form>
      <form id="apply-picture" method="post" action={`${PATH}/picture`} encType="multipart/form-data" />
    </>
  )
}

function AboutFields({ fields: { field }, countries }: { fields: ProposalFields; countries: Countries }) {
  const names = countries.map(({ code, name }) => (
    <option key={code} value={code}>
      {name}
    </option>
  ))
  return (
    <section aria-labelledby="apply-about-title" className="grid gap-4.5">
      <h3 id="apply-about-title" className="text-xl">
        The cohort
      </h3>
      <Field {...field('cohortTitle')} label="Title" placeholder="First term in Manchester" required maxLength={80} />
      <Field
        {...field('subtitle')}
        label="Subtitle"
        placeholder="From the letter of admission to the first exam"
        optional
        maxLength={160}
      />
      <Field {...field('mentorName')} label="Mentor" required maxLength={120} />
      <div className="form-fields items-start sm:grid-cols-2">
        <Field {...field('startDate')} label="First day" type="date" required />
        <Field {...field('endDate')} label="Last day" type="date" required />
        <Field
          {...field('menteesCount', `From ${SEATS.min} to ${SEATS.max}.`)}
          label="Number of mentees"
          inputMode="numeric"
          required
          maxLength={4}
        />
        <Field
          {...field('price', 'Price per seat in pounds; 0 for free. Only accepted mentors can charge.')}
          label="Price"
          inputMode="decimal"
          required
          maxLength={20}
        />
        <Field {...field('commitment', 'Such as “2–3 hours per week”.')} label="Commitment" required maxLength={80} />
      </div>
      <TextArea
        {...field('audience', 'Who should join, and at which stage of their move.')}
        label="Audience"
        required
        rows={3}
        maxLength={600}
      />
      <div className="form-fields items-start sm:grid-cols-2">
        <Select {...field('fromCountry', 'Where its mentees come from.')} label="From" optional>
          <option value="">Anywhere</option>
          {names}
        </Select>
        <Select {...field('toCountry', 'People on its waitlist are notified.')} label="To" optional>
          <option value="">Anywhere</option>
          {names}
        </Select>
      </div>
      <TextArea
        {...field('welcomeMsg', 'The first thing mentees read.')}
        label="Welcome message"
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
          What mentees learn
        </h3>
        <p className="mt-1 note">One thing per line.</p>
      </div>
      <TextArea {...field('coreSkills')} label="Core skills" optional rows={3} maxLength={2_000} />
      <TextArea {...field('interviewPrep')} label="Interview preparation" optional rows={3} maxLength={2_000} />
      <TextArea {...field('skillsGain')} label="Skills they gain" required rows={3} maxLength={2_000} />
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
          Save again to keep these changes, or{' '}
          <a href={`${PATH}?change`} className="link">
            take the newer one
          </a>
          .
        </p>
      )}
      {Object.keys(errors).length > 0 && (
        <ul className="grid gap-1">
          {Object.entries(errors).map(([name, message]) => (
            <li key={name}>
              <a href={`#${fieldId(name)}`} className="link">
                {describePlace(name)}
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

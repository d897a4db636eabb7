/**
 * The editor of a mentor's hours: one plain form, which the server reads and answers with what it would change. With
 * scripts every tick and number is sent as it changes; without them by a button.
 */
import CircleCheck from 'lucide-react/icons/circle-check'
import { useEffect, useRef, type ReactNode } from 'react'
import { useFetcher } from 'react-router'
import type { ZoneGroup } from '#domain/time/zone'
import * as m from '#messages/mentors'
import { localPath } from '#words/local-path'
import { Alert } from '../../controls/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { Notice } from '../../controls/notice.tsx'
import { useHydrated } from '../../browser/hydrated.ts'
import { HoursChanges, HoursPreviewPart } from './hours-preview.tsx'
import { OtherDates, Trips } from './other-dates.tsx'
import { HoursRules } from './hours-rules.tsx'
import { WeeklyStarts } from './weekly-starts.tsx'
import type { HoursPage } from './hours-page.ts'
import { rich } from '../../rich.tsx'

/** Fields for something to add. They are sent by a button only: a time is not meant before it is typed whole. */
const ADDS = /^(add-\d|newDate|newDateStarts|trip(Zone|First|Last|Follow)|copy(From|To)|intent|turn|pick)$/

const DISCARD = 'discard-hours'

export function HoursEditor({ opened, zones }: { opened: HoursPage; zones: ZoneGroup[] }) {
  const fetcher = useFetcher<HoursPage>()
  const page = fetcher.data ?? opened
  const form = useRef<HTMLFormElement>(null)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const scripted = useHydrated()
  useEffect(() => () => clearTimeout(waiting.current), [])
  useEmptiedFields(form, fetcher.data)

  const previewSoon = (event: { target: EventTarget }) => {
    if (ADDS.test((event.target as HTMLInputElement).name)) return
    clearTimeout(waiting.current)
    waiting.current = setTimeout(() => {
      if (!form.current) return
      const sent = new FormData(form.current)
      for (const name of new Set(sent.keys())) if (ADDS.test(name)) sent.delete(name)
      void fetcher.submit(sent, { method: 'post', action: '/desk/hours' })
    }, 200)
  }

  const { preview } = page
  const saving = fetcher.state !== 'idle' && fetcher.formData?.get('intent') === 'save'
  return (
    <>
      <Message page={page} />
      <fetcher.Form
        ref={form}
        method="post"
        action="/desk/hours"
        noValidate
        onChange={previewSoon}
        onSubmit={() => clearTimeout(waiting.current)}
      >
        <input type="hidden" name="base" value={page.base} />
        <input type="hidden" name="seen" value={page.seen} />
        <input type="hidden" name="page" value={preview.page} />
        <input type="hidden" name="day" value={preview.chosen.picked ? preview.chosen.date : ''} />
        {/* Enter in a field presses the first button of a form. */}
        <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
          {m.preview()}
        </button>
        <div className="hours-columns">
          <div>
            <WeeklyStarts key={`starts ${page.revision}`} {...page} />
            <div className="desk-pair">
              <OtherDates key={`dates ${page.revision}`} {...page} />
              <Trips key={`trips ${page.revision}`} {...page} zones={zones} place={preview.place} />
            </div>
            <HoursRules key={`rules ${page.revision}`} {...page} />
            {!scripted && (
              <p className="scripted:hidden mt-5">
                <Button type="submit" variant="secondary">
                  {m.previewChanges()}
                </Button>
              </p>
            )}
          </div>
          <div>
            <HoursPreviewPart preview={preview} zones={zones} />
            <HoursChanges preview={preview} />
          </div>
        </div>
        <div className="hours-foot">
          <p className="total flex items-center gap-2">
            <CircleCheck size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            <span>
              {rich(
                m.bookableHours({
                  after: preview.after,
                  hasChanges: preview.changes > 0,
                  before: preview.before,
                  strong: (text) => <strong className="font-semibold">{text}</strong>,
                }),
              )}
            </span>
          </p>
          <output className="text-ink-2">
            {preview.changes > 0 ? m.changesUnsaved({ count: preview.changes }) : ''}
          </output>
          <Button type="submit" form={DISCARD} variant="secondary">
            {m.discard()}
          </Button>
          <Button type="submit" name="intent" value="save" disabled={saving}>
            {saving ? m.saving() : preview.changes > 0 ? m.saveChanges({ count: preview.changes }) : m.save()}
          </Button>
        </div>
      </fetcher.Form>
      {/* Leads to the page as it is saved, with scripts and without. */}
      <form id={DISCARD} method="post" action={localPath('/desk/hours')}>
        <input type="hidden" name="intent" value="discard" />
      </form>
    </>
  )
}

/** Empties fields for something to add once the server has taken over what they said. */
function useEmptiedFields(form: { current: HTMLFormElement | null }, outcome: HoursPage | undefined): void {
  useEffect(() => {
    if (!outcome?.added) return
    for (const field of form.current?.querySelectorAll<HTMLInputElement>('[data-add]') ?? []) {
      if (!(field.name in outcome.typed)) field.value = ''
    }
  }, [outcome, form])
}

function Message({ page: { message, fields } }: { page: HoursPage }) {
  switch (message) {
    case 'wrong':
      return (
        <Said>
          <Alert>
            <p className="font-semibold">{m.notSavedKept()}</p>
            <ul className="grid gap-1">
              {Object.entries(fields).map(([name, words]) => (
                <li key={name}>
                  <a href={`#hours-${name}`} className="link">
                    {words}
                  </a>
                </li>
              ))}
            </ul>
          </Alert>
        </Said>
      )
    case 'changed_elsewhere':
      return (
        <Said>
          <Alert>
            <p>
              {rich(m.changedInOtherWindow({ strong: (text) => <strong className="font-semibold">{text}</strong> }))}
            </p>
          </Alert>
        </Said>
      )
    case 'look_first':
      return (
        <Said>
          <Notice>
            <output>{m.reviewFirst()}</output>
          </Notice>
        </Said>
      )
    case 'draft':
      return (
        <Said>
          <Notice>
            <p>{rich(m.hoursKept({ strong: (text) => <strong className="font-semibold">{text}</strong> }))}</p>
          </Notice>
        </Said>
      )
    case 'saved':
      return (
        <Said>
          <Notice good>
            <output>{m.hoursSaved()}</output>
          </Notice>
        </Said>
      )
    case null:
      return null
  }
}

const Said = ({ children }: { children: ReactNode }) => <div className="mb-5 max-w-3xl">{children}</div>

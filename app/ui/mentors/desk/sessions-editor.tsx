/** The editor of a mentor's sessions. Without scripts all sessions are open and its buttons post. */
import { useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import * as m from '#messages/mentors'
import { Alert } from '../../controls/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { Notice } from '../../controls/notice.tsx'
import { useApplicationFields } from '../application/application-fields.ts'
import { SessionList } from '../application/sessions/session-list.tsx'
import { fieldId } from '../../forms/typed-fields.ts'
import { rich } from '../../rich.tsx'

type Typed = Record<string, string>

/**
 * `typed`: the sessions as their mentor wants them, with the mentor's price. `price`: that as shown, "£45".
 * `currency`: of all prices. `waiting`: whether a change is under review.
 */
export type SessionsPage = { typed: Typed; price: string; currency: string; volunteer: boolean; waiting: boolean }

/** `failed`: the form sent something unknown, or the page is not public any more. */
export type SessionsResult = { typed: Typed; fields: Typed; failed?: 'unknown' | 'not_public' }

type SessionsEditorProps = {
  path: string
  page: SessionsPage
  /** What came back when the form could not be saved, or its list was changed without scripts. */
  result: SessionsResult | null
  done: string | null
}

export function SessionsEditor({ path, page, result, done }: SessionsEditorProps) {
  const fields = useApplicationFields(result?.typed ?? page.typed, result?.fields ?? {}, {})
  const wrong = Object.keys(result?.fields ?? {})[0]
  const [open, setOpen] = useState<number | null>(Number(/^sessions\.(\d)/.exec(wrong ?? '')?.[1] ?? 0))
  const busy = useNavigation().state !== 'idle'
  const alert = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wrong) document.getElementById(fieldId(wrong))?.focus()
    else alert.current?.focus()
    // oxlint-disable-next-line react/exhaustive-deps -- Once for each answer, with which the editor is made anew.
  }, [])
  return (
    <Form method="post" action={path} noValidate className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5 text-base">
      {/* The first button of a form is the one that Enter presses. */}
      <button type="submit" name="intent" value="save" hidden>
        {m.save()}
      </button>
      {(wrong || result?.failed) && (
        <Alert ref={alert}>
          <p className="font-semibold">
            {result?.failed === 'not_public' ? m.notSavedNotPublic() : m.notSavedCheckFields()}
          </p>
        </Alert>
      )}
      {done && (
        <Notice good>
          <output>{done}</output>
        </Notice>
      )}
      {page.waiting && !done && (
        <Notice>
          <p>{rich(m.newPricesInReview({ strong: (text) => <strong className="font-semibold">{text}</strong> }))}</p>
        </Notice>
      )}
      <p className="max-w-prose text-ink-2">
        {page.volunteer
          ? m.sessionsOfVolunteer()
          : page.typed['price'] === '0'
            ? m.sessionsAreFree()
            : m.sessionsCost({ price: page.price })}
      </p>
      <input type="hidden" name="currency" value={page.currency} />
      <SessionList fields={fields} volunteer={page.volunteer} open={open} onOpen={setOpen} />
      <div className="border-t border-hair pt-5">
        <Button type="submit" name="intent" value="save" disabled={busy}>
          {busy ? m.saving() : m.saveSessions()}
        </Button>
      </div>
    </Form>
  )
}

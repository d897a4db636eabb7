/** A mentor's own codes: the list, a question before one is disabled, and the form that adds one. Before them, codes to answer. */
import { useEffect, useRef } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import * as m from '#messages/codes'
import { Alert } from '../controls/alert.tsx'
import { Badge } from '../controls/badge.tsx'
import { Button } from '../controls/button.tsx'
import { Notice } from '../controls/notice.tsx'
import { rich } from '../rich.tsx'
import { CodeFacts } from './code-facts.tsx'
import { CodeField, DateFields, DiscountFields, Options, ScopeFields, UseFields } from './code-fields.tsx'
import { NOTHING_TYPED, type CodeFormResult, type CodeOffer, type CodeView } from './codes.ts'
import { OfferedCodes, type OfferedCodeView } from './offered-codes.tsx'
import { STATE_WORDS } from './state-words.ts'

const PATH = '/desk/codes'

/** `offered`: the operator's codes whose discount this mentor covers, or can accept to cover. `confirming`: the own code that is about to be disabled. */
export type DeskCodesPage = {
  codes: CodeView[]
  offered: OfferedCodeView[]
  offer: CodeOffer
  confirming: { id: string; code: string } | null
}

type DeskCodesProps = { page: DeskCodesPage; result: CodeFormResult | null; done: string | null }

export function DeskCodes({ page: { codes, offered, offer, confirming }, result, done }: DeskCodesProps) {
  return (
    <>
      {done && (
        <div className="mb-5 max-w-3xl">
          <Notice good>
            <output>{done}</output>
          </Notice>
        </div>
      )}
      <OfferedCodes codes={offered} />
      <section className="desk-part" aria-labelledby="codes-head">
        <div className="desk-part-head">
          <h2 id="codes-head">{m.yourCodes()}</h2>
        </div>
        {codes.length === 0 ? (
          <p className="pt-3">{m.noCodes()}</p>
        ) : (
          <ul className="max-w-3xl">
            {codes.map((code) => (
              <CodeItem key={code.id} view={code} isConfirming={code.id === confirming?.id} />
            ))}
          </ul>
        )}
      </section>
      <section className="desk-part" aria-labelledby="add-head">
        <div className="desk-part-head">
          <h2 id="add-head">{m.addACode()}</h2>
          <span className="desk-aside">{m.codesEarn()}</span>
        </div>
        <AddCode key={JSON.stringify(result?.typed) ?? codes.length} offer={offer} result={result} />
      </section>
    </>
  )
}

function CodeItem({ view, isConfirming }: { view: CodeView; isConfirming: boolean }) {
  const { id, code, state } = view
  return (
    <li className="grid gap-2 border-b border-hair py-3">
      <CodeFacts view={view}>
        <Badge ground={state === 'live' ? 'good' : 'plain'}>{STATE_WORDS[state]()}</Badge>
        {state !== 'disabled' && !isConfirming && (
          <Link to={`${PATH}?disable=${id}`} preventScrollReset className="link inline-flex min-h-11 items-center">
            {rich(m.disableCode({ code, hidden: (text) => <span className="sr-only">{text}</span> }))}
          </Link>
        )}
      </CodeFacts>
      {isConfirming && <DisableQuestion id={id} code={code} />}
    </li>
  )
}

function DisableQuestion({ id, code }: { id: string; code: string }) {
  const busy = useNavigation().state !== 'idle'
  const question = useRef<HTMLParagraphElement>(null)
  useEffect(() => question.current?.focus(), [])
  return (
    <Form method="post" action={PATH} preventScrollReset>
      <Notice>
        <div className="grid gap-3">
          <p ref={question} tabIndex={-1} className="font-semibold outline-none">
            {m.disableQuestion({ code })}
          </p>
          <p>{m.disableEffect()}</p>
          <input type="hidden" name="id" value={id} />
          <div className="button-row items-center">
            <Button type="submit" name="intent" value="disable" disabled={busy}>
              {m.disable()}
            </Button>
            <Link to={PATH} preventScrollReset className="link">
              {m.keepCode()}
            </Link>
          </div>
        </div>
      </Notice>
    </Form>
  )
}

function AddCode({ offer, result }: { offer: CodeOffer; result: CodeFormResult | null }) {
  const form = result ?? NOTHING_TYPED
  const wrong = Object.keys(form.errors)[0]
  const element = useRef<HTMLFormElement>(null)
  const alert = useRef<HTMLDivElement>(null)
  const busy = useNavigation().state !== 'idle'
  useEffect(() => {
    if (wrong) element.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    else alert.current?.focus()
  }, [wrong])
  return (
    <Form ref={element} method="post" action={PATH} noValidate className="form-fields max-w-xl pt-3 text-base">
      {(wrong || form.refused) && (
        <Alert ref={alert}>
          <p className="font-semibold">{form.refused ?? m.codeNotAdded()}</p>
        </Alert>
      )}
      <CodeField form={form} />
      <DiscountFields offer={offer} form={form} />
      {offer.cohorts.length > 0 ? (
        <ScopeFields offer={offer} form={form} />
      ) : (
        <>
          <input type="hidden" name="appliesTo" value="sessions" />
          <Options form={form} name="session" legend={m.someSessions()} options={offer.sessions} />
        </>
      )}
      <DateFields offer={offer} form={form} />
      <UseFields form={form} />
      <div>
        <Button type="submit" name="intent" value="add" disabled={busy}>
          {m.addCode()}
        </Button>
      </div>
    </Form>
  )
}

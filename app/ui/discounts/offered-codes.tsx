/** The operator's codes whose discount a mentor covers, or can accept to cover, with their answers. */
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { Agreement } from '#domain/discounts/code-terms'
import * as m from '#messages/codes'
import { Badge } from '../controls/badge.tsx'
import { Button } from '../controls/button.tsx'
import { rich } from '../rich.tsx'
import { CodeFacts } from './code-facts.tsx'
import type { CodeView } from './codes.ts'
import { STATE_WORDS } from './state-words.ts'

const PATH = '/desk/codes'

/** `code`: of a batch, its name. `isOpen`: the code could still be used, so it can be accepted. */
export type OfferedCodeView = CodeView & { agreement: Agreement; isOpen: boolean }

/** Nothing where there are none. */
export function OfferedCodes({ codes }: { codes: OfferedCodeView[] }) {
  if (codes.length === 0) return null
  return (
    <section className="desk-part" aria-labelledby="offered-head">
      <div className="desk-part-head">
        <h2 id="offered-head">{m.offeredCodes()}</h2>
      </div>
      <p className="max-w-3xl pt-3">{m.offeredHelp()}</p>
      <ul className="max-w-3xl">
        {codes.map((code) => (
          <OfferedCode key={code.id} view={code} />
        ))}
      </ul>
    </section>
  )
}

const hidden = (text: string) => <span className="sr-only">{text}</span>

function OfferedCode({ view }: { view: OfferedCodeView }) {
  const { id, code, state, agreement, isOpen } = view
  return (
    <li className="grid gap-3 border-b border-hair py-4">
      <CodeFacts view={view}>
        <AgreementBadge agreement={agreement} />
        {state !== 'live' && <Badge>{STATE_WORDS[state]()}</Badge>}
      </CodeFacts>
      <Form method="post" action={PATH} preventScrollReset className="button-row">
        <input type="hidden" name="id" value={id} />
        {isOpen && agreement !== 'accepted' && (
          <Answer intent="accept" variant={agreement === 'waiting' ? 'primary' : 'secondary'}>
            {rich(m.acceptThis({ code, hidden }))}
          </Answer>
        )}
        {isOpen && agreement === 'waiting' && <Answer intent="decline">{rich(m.declineThis({ code, hidden }))}</Answer>}
        {agreement === 'accepted' && <Answer intent="decline">{rich(m.turnOffThis({ code, hidden }))}</Answer>}
      </Form>
    </li>
  )
}

type AnswerProps = { intent: 'accept' | 'decline'; variant?: 'primary' | 'secondary'; children: ReactNode }

function Answer({ intent, variant = 'secondary', children }: AnswerProps) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Button type="submit" name="intent" value={intent} variant={variant} disabled={busy}>
      {children}
    </Button>
  )
}

function AgreementBadge({ agreement }: { agreement: Agreement }) {
  if (agreement === 'waiting') return <Badge ground="accent">{m.waitingForAnswer()}</Badge>
  return agreement === 'accepted' ? <Badge ground="good">{m.acceptedCode()}</Badge> : <Badge>{m.off()}</Badge>
}

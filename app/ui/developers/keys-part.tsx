/** API keys: how to send one, and what each scope allows. */
import { Table } from '../controls/table.tsx'
import { Part } from '../layout/prose.tsx'
import type { ApiReference } from './api-reference.ts'
import { WithCode } from './fields.tsx'

const PARAGRAPHS = [
  'For programs of those who run the site. An admin makes a key at “Keys for programs” in the admins’ pages, chooses its scopes, and sees it once.',
  'It is sent as `Authorization: Bearer` and the key. A key that is not one of ours, or was revoked, gets 401 everywhere; one whose scopes do not reach gets 403 with the `scope` that is missing. What is public stays so with any key.',
]

export function KeysPart({ scopes, keyRequests }: Pick<ApiReference, 'scopes' | 'keyRequests'>) {
  return (
    <Part id="keys" title="Keys and what they may do">
      {PARAGRAPHS.map((paragraph) => (
        <p key={paragraph} className="running-text">
          <WithCode text={paragraph} />
        </p>
      ))}
      <p className="running-text">
        A key has a limit of its own in place of its network’s: {keyRequests} requests a minute.
      </p>
      <Table
        caption="Scopes"
        columns={[{ label: 'Scope' }, { label: 'With it a key may' }]}
        rows={scopes.map(([scope, words]) => [<code key={scope}>{scope}</code>, words])}
      />
    </Part>
  )
}

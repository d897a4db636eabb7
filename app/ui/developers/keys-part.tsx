/** API keys: how to send one, and what each scope allows. */
import { Table } from '../controls/table.tsx'
import { Part } from '../layout/prose.tsx'
import type { ApiReference } from './api-reference.ts'
import { WithCode } from './fields.tsx'

const PARAGRAPHS = [
  'Keys are for apps of the site’s operator. An admin creates one under “API keys” in the admin pages and chooses its scopes. The key is shown once.',
  'Send it as `Authorization: Bearer` and the key. Unknown and revoked keys get 401. A key without the required scope gets 403 with the missing `scope`. Public endpoints stay public with any key.',
]

export function KeysPart({ scopes, keyRequests }: Pick<ApiReference, 'scopes' | 'keyRequests'>) {
  return (
    <Part id="keys" title="API keys">
      {PARAGRAPHS.map((paragraph) => (
        <p key={paragraph} className="running-text">
          <WithCode text={paragraph} />
        </p>
      ))}
      <p className="running-text">
        Each key may send {keyRequests} requests a minute, in place of the limit of its network.
      </p>
      <Table
        caption="Scopes"
        columns={[{ label: 'Scope' }, { label: 'Allows' }]}
        rows={scopes.map(([scope, words]) => [<code key={scope}>{scope}</code>, words])}
      />
    </Part>
  )
}

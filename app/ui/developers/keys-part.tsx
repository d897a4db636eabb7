/** API keys: how to send one, and what each scope allows. */
import * as m from '#messages/site'
import { Table } from '../controls/table.tsx'
import { Part } from '../layout/prose.tsx'
import type { ApiReference } from './api-reference.ts'
import { WithCode } from './fields.tsx'

export function KeysPart({ scopes, keyRequests }: Pick<ApiReference, 'scopes' | 'keyRequests'>) {
  return (
    <Part id="keys" title={m.apiKeys()}>
      {[m.keysIntro(), m.keysUse()].map((paragraph) => (
        <p key={paragraph} className="running-text">
          <WithCode text={paragraph} />
        </p>
      ))}
      <p className="running-text">{m.keyRate({ requests: keyRequests })}</p>
      <Table
        caption={m.scopes()}
        columns={[{ label: m.scope() }, { label: m.allows() }]}
        rows={scopes.map(([scope, words]) => [<code key={scope}>{scope}</code>, words])}
      />
    </Part>
  )
}

/** Events that webhooks report, and how to verify their signature. docs/webhooks.md says the same to operators. */
import * as m from '#messages/site'
import { Table } from '../controls/table.tsx'
import { Part } from '../layout/prose.tsx'
import type { ApiReference } from './api-reference.ts'
import { Example, Fields, WithCode } from './fields.tsx'

const listRules = () => [m.webhooksRespond(), m.webhooksRetries(), m.webhooksRepeats(), m.webhooksFields()]

export function WebhooksPart({ webhooks, checkSignature }: Pick<ApiReference, 'webhooks' | 'checkSignature'>) {
  return (
    <Part id="webhooks" title={m.webhooks()}>
      <p className="running-text">
        <WithCode text={m.webhooksIntro()} />
      </p>
      <ul className="grid list-disc gap-2 ps-5">
        {listRules().map((rule) => (
          <li key={rule} className="running-text">
            <WithCode text={rule} />
          </li>
        ))}
      </ul>
      <section className="api-operation">
        <h3>{m.requestFormat()}</h3>
        <Fields
          caption={m.headers()}
          of={m.everyWebhook()}
          name={m.name()}
          kind={m.inAndType()}
          rows={webhooks[0]?.headers ?? []}
        />
        <p className="running-text">
          <WithCode text={m.webhooksSignature()} />
        </p>
        <Example title={m.verifyTheSignature()} text={checkSignature} of={m.everyWebhook()} />
        <Table
          caption={m.events()}
          columns={[{ label: m.event() }, { label: m.when() }]}
          rows={webhooks.map(({ event, when }) => [<code key={event}>{event}</code>, when])}
        />
      </section>
      {webhooks.map(({ event, when, fields, body }) => (
        <section key={event} id={`webhook-${event}`} className="api-operation">
          <h3>
            <code>{event}</code>
          </h3>
          <p className="running-text">{when}.</p>
          <Example title={m.body()} text={body} of={event} />
          <Fields caption={m.bodyFields()} of={event} name={m.name()} kind={m.type()} rows={fields} />
        </section>
      ))}
    </Part>
  )
}

/** One operation of the API: what to send, what comes back, and an example of both. */
import * as m from '#messages/site'
import type { Operation } from './api-reference.ts'
import { Example, Fields, WithCode } from './fields.tsx'
import { rich } from '../rich.tsx'

export function OperationPart({ operation }: { operation: Operation }) {
  const {
    id,
    method,
    path,
    summary,
    description,
    parameters,
    fields,
    curl,
    javascript,
    tryAddress,
    response,
    responseFields,
    errors,
  } = operation
  return (
    <section id={id} className="api-operation">
      <h3>{summary}</h3>
      <p className="api-address">
        <span>{method}</span> <code>{path}</code>
      </p>
      {description && (
        <p className="running-text">
          <WithCode text={description} />
        </p>
      )}
      <Fields caption={m.parameters()} of={summary} name={m.name()} kind={m.inAndType()} rows={parameters} />
      <Fields caption={m.bodyFields()} of={summary} name={m.name()} kind={m.type()} rows={fields} />
      <Example title={m.requestWithCurl()} text={curl} of={summary} />
      <Example title={m.requestWithJavascript()} text={javascript} of={summary} />
      {tryAddress && (
        <p>
          <a href={tryAddress} className="link">
            {rich(m.tryIt({ summary, context: (text) => <span className="sr-only">{text}</span> }))}
          </a>{' '}
          <span className="text-ink-2">{m.opensResponse()}</span>
        </p>
      )}
      <Example title={m.response()} text={response} of={summary} />
      <Fields caption={m.responseFields()} of={summary} name={m.name()} kind={m.type()} rows={responseFields} />
      <Fields caption={m.errors()} of={summary} name={m.code()} kind={m.status()} rows={errors} />
    </section>
  )
}

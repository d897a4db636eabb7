/** One operation of the API: what to send, what comes back, and an example of both. */
import type { Operation } from './api-reference.ts'
import { Example, Fields, WithCode } from './fields.tsx'

export function OperationPart({ operation }: { operation: Operation }) {
  const { id, method, path, summary, description, parameters, fields, request, response, responseFields, refusals } =
    operation
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
      <Fields caption="Parameters" of={summary} name="Name" kind="Where and what" rows={parameters} />
      <Fields caption="Fields of the body" of={summary} name="Name" kind="What" rows={fields} />
      <Example title="Request" text={request} of={summary} />
      <Example title="Answer" text={response} of={summary} />
      <Fields caption="Fields of the answer" of={summary} name="Name" kind="What" rows={responseFields} />
      <Fields caption="Refusals" of={summary} name="Code" kind="Status" rows={refusals} />
    </section>
  )
}

/** One operation of the API: what to send, what comes back, and an example of both. */
import type { Operation } from './api-reference.ts'
import { Example, Fields, WithCode } from './fields.tsx'

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
      <Fields caption="Parameters" of={summary} name="Name" kind="In and type" rows={parameters} />
      <Fields caption="Body fields" of={summary} name="Name" kind="Type" rows={fields} />
      <Example title="Request with curl" text={curl} of={summary} />
      <Example title="Request with JavaScript" text={javascript} of={summary} />
      {tryAddress && (
        <p>
          <a href={tryAddress} className="link">
            Try it<span className="sr-only">: {summary}</span>
          </a>{' '}
          <span className="text-ink-2">Opens the response of this site.</span>
        </p>
      )}
      <Example title="Response" text={response} of={summary} />
      <Fields caption="Response fields" of={summary} name="Name" kind="Type" rows={responseFields} />
      <Fields caption="Errors" of={summary} name="Code" kind="Status" rows={errors} />
    </section>
  )
}

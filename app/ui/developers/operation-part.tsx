/** One operation of the API: what to send, what comes back, and an example of both. */
import { Table } from '../controls/table.tsx'
import type { Operation, TableRow } from './api-reference.ts'

export function OperationPart({ operation }: { operation: Operation }) {
  const { id, method, path, summary, description, parameters, fields, request, response, refusals } = operation
  return (
    <section id={id} className="api-operation">
      <h3>{summary}</h3>
      <p className="api-address">
        <span>{method}</span> <code>{path}</code>
      </p>
      {description && <p className="running-text">{description}</p>}
      <Fields caption="Parameters" of={summary} name="Name" kind="Where and what" rows={parameters} />
      <Fields caption="Fields of the body" of={summary} name="Name" kind="What" rows={fields} />
      <Example title="Request" text={request} of={summary} />
      <Example title="Answer" text={response} of={summary} />
      <Fields caption="Refusals" of={summary} name="Code" kind="Status" rows={refusals} />
    </section>
  )
}

type FieldsProps = { caption: string; of: string; name: string; kind: string; rows: TableRow[] }

function Fields({ caption, of, name, kind, rows }: FieldsProps) {
  if (rows.length === 0) return null
  return (
    <Table
      caption={
        <>
          {caption}
          <span className="sr-only">: {of}</span>
        </>
      }
      columns={[{ label: name }, { label: kind }, { label: 'What it means' }]}
      rows={rows.map(([field, ...rest]) => [<code key={field}>{field}</code>, ...rest])}
    />
  )
}

function Example({ title, text, of }: { title: string; text: string; of: string }) {
  return (
    <div>
      <h4>{title}</h4>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls has to be reached by the keyboard. */}
      <section tabIndex={0} aria-label={`${title}: ${of}`}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
    </div>
  )
}

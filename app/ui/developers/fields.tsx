/** What the API reference consists of: tables of fields, and examples. */
import { Fragment } from 'react'
import * as m from '#messages/site'
import { Table } from '../controls/table.tsx'
import type { TableRow } from './api-reference.ts'

/** Text of the document, in which backticks stand around names. */
export function WithCode({ text }: { text: string }) {
  // oxlint-disable-next-line react/no-array-index-key -- The text of a page does not change its order.
  return text.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))
}

/** A name, which may go on in a new line after a dot and nowhere else. */
function FieldName({ name }: { name: string }) {
  return (
    <code>
      {name.split(/(?<=\.)/).map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- As above.
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </code>
  )
}

type FieldsProps = { caption: string; of: string; name: string; kind: string; rows: TableRow[] }

/** `of`: what they belong to, for those who hear the page. */
export function Fields({ caption, of, name, kind, rows }: FieldsProps) {
  if (rows.length === 0) return null
  return (
    <Table
      caption={
        <>
          {caption}
          <span className="sr-only">: {of}</span>
        </>
      }
      columns={[{ label: name }, { label: kind }, { label: m.description() }]}
      rows={rows.map(([field, what, meaning]) => [
        <FieldName key={field} name={field} />,
        what,
        <WithCode key="meaning" text={meaning} />,
      ])}
    />
  )
}

export function Example({ title, text, of }: { title: string; text: string; of: string }) {
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

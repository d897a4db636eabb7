/** A tax document on a page, from the same sheet as its PDF. */
import type { ReactNode } from 'react'
import type { DocumentSheet } from '#domain/tax-documents/sheet'

/** `children`: what stands below the sheet's notes, such as links. */
export function DocumentOnPage({ sheet, children }: { sheet: DocumentSheet; children?: ReactNode }) {
  const { title, facts, parties, head, rows, totals, notes, issuer } = sheet
  return (
    <article className="document-sheet" lang={sheet.language}>
      <h2 className="text-2xl">{title}</h2>
      <Facts facts={[...facts, ...parties.map(({ label, lines }) => [label, lines.join('\n')] as [string, string])]} />
      <table className="table">
        <thead>
          <tr>
            {head.map((column, index) => (
              <th key={column} scope="col" className={index === 0 ? 'text-start' : 'number'}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- Two lines may read the same.
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={head[column]} className={column === 0 ? undefined : 'number'}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {totals.map(([label, value], index) => (
            <tr key={label}>
              <th scope="row" colSpan={head.length - 1} className="text-start">
                {label}
              </th>
              <td className={index === totals.length - 1 ? 'number font-semibold' : 'number'}>{value}</td>
            </tr>
          ))}
        </tfoot>
      </table>
      {notes.map((note) => (
        <p key={note} className="note">
          {note}
        </p>
      ))}
      {children}
      <p className="note">{issuer}</p>
    </article>
  )
}

const Facts = ({ facts }: { facts: DocumentSheet['facts'] }) => (
  <dl className="document-facts">
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

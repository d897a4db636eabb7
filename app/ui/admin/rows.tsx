/** A table of the admins' pages. On a phone each row is a card, in which the columns' names stand before the cells. */
import type { ReactNode } from 'react'

type RowsProps = {
  caption: string
  columns: { label: string; number?: boolean }[]
  /** The first cell names the row. `isOpen`: it is shown beside the table. */
  rows: { key: string; cells: ReactNode[]; isOpen?: boolean }[]
}

export function Rows({ caption, columns, rows }: RowsProps) {
  const cellAttributes = (column: number) => ({
    'data-label': columns[column]!.label,
    className: columns[column]!.number ? 'number' : undefined,
  })
  return (
    <table className="admin-table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, number }) => (
            <th key={label} scope="col" className={number ? 'number' : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, isOpen, cells: [name, ...cells] }) => (
          <tr key={key} aria-current={isOpen || undefined} className={isOpen ? 'selected' : undefined}>
            <th scope="row" {...cellAttributes(0)}>
              <span>{name}</span>
            </th>
            {cells.map((cell, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- A column keeps its place.
              <td key={index} {...cellAttributes(index + 1)}>
                <span>{cell}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What stands below the first line of a cell. */
export const Below = ({ children }: { children: ReactNode }) => <span className="admin-aside block">{children}</span>

import { useId, type ReactNode } from 'react'

type TableProps = {
  /** Unique on its page: it names the table. */
  caption: ReactNode
  /** `number` aligns a column of numbers at its end. */
  columns: { label: string; number?: boolean }[]
  /** The first cell of each row names it. */
  rows: ReactNode[][]
}

/** A table to read. One that is wider than the page scrolls by itself, also by the keyboard. */
export function Table({ caption, columns, rows }: TableProps) {
  const title = useId()
  return (
    // oxlint-disable jsx-a11y/no-noninteractive-tabindex -- What scrolls has to be reached by the keyboard.
    <section aria-labelledby={title} tabIndex={0} className="relative overflow-x-auto">
      <table className="table">
        <caption id={title} className="pb-2 text-start font-semibold">
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={column.number ? 'number' : ''}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells], row) => (
            // oxlint-disable-next-line react/no-array-index-key -- What is only read does not change its order.
            <tr key={row}>
              <th scope="row">{name}</th>
              {cells.map((cell, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- A column keeps its place.
                <td key={index} className={columns[index + 1]?.number ? 'number' : ''}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    // oxlint-enable jsx-a11y/no-noninteractive-tabindex
  )
}

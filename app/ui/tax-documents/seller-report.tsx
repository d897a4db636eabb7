/** The seller report of a year, as files, and the mentors who are missing in it. */
import { Link } from 'react-router'
import * as m from '#messages/admin'
import { Button } from '../controls/button.tsx'
import { FilesOfYear, type FileYear } from './files-of-year.tsx'

export type SellerReportPart = {
  years: FileYear[]
  /** For this year and the last one, if anyone was paid: whether all gave their tax details. `mentors`: those who did not. */
  identification: { year: number; sentence: string; mentors: { id: string; name: string }[] }[]
  /** Whether the settings say who the operator is. */
  hasXml: boolean
}

export function SellerReport({ years, identification, hasXml }: SellerReportPart) {
  return (
    <>
      {identification.map(({ year, sentence, mentors }) => (
        <div key={year} className="running-text">
          <p>{sentence}</p>
          {mentors.length > 0 && (
            <ul className="flex flex-wrap gap-x-4">
              {mentors.map(({ id, name }) => (
                <li key={id}>
                  <Link to={`/mentor/${id}`} className="tall-link">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      <FilesOfYear id="sellers-year" years={years} chosen={years[1]?.year}>
        <Button type="submit" name="format" value="csv" variant="secondary">
          {m.downloadCsv()}
        </Button>
        {hasXml && (
          <Button type="submit" name="format" value="xml" variant="secondary">
            {m.downloadXml()}
          </Button>
        )}
      </FilesOfYear>
      {!hasXml && <p className="running-text">{m.xmlNeedsOperator()}</p>}
    </>
  )
}

/** All codes: single ones, batches, and those of one batch. */
import Download from 'lucide-react/icons/download'
import { Fragment } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import * as m from '#messages/admin'
import { Turn } from '../admin/bookings/booking-list.tsx'
import { ListFilter } from '../admin/list-filter.tsx'
import { AdminPart } from '../admin/part.tsx'
import { Below, Rows } from '../admin/rows.tsx'
import { rich } from '../rich.tsx'
import type { AdminCodesPage, AdminCodeView, BatchView } from './admin-codes-page.ts'
import { STATE_WORDS } from './state-words.ts'

const PATH = '/admin-dashboard/codes'

/** Beside the title. */
export const CodeActions = () => (
  <>
    <Link to={`${PATH}?add=code`} className="admin-button">
      {m.addACode()}
    </Link>
    <Link to={`${PATH}?add=batch`} className="admin-button">
      {m.createABatch()}
    </Link>
  </>
)

export function AdminCodes({ page }: { page: AdminCodesPage }) {
  const { search, batch, batches, codes, next } = page
  const isWhole = search === '' && batch === null
  return (
    <>
      <ListFilter
        path={PATH}
        search={{ label: m.codeSearch(), value: search }}
        choice={{
          label: m.codeBatch(),
          name: 'batch',
          value: batch?.name ?? null,
          all: m.codesWithoutBatch(),
          options: batches.map(({ name }) => [name, name]),
        }}
      />
      {batch && <OpenBatch batch={batch} />}
      <AdminPart title={batch ? m.codesOfBatch() : m.singleCodes()}>
        {codes.length === 0 ? (
          <p className="admin-empty">{isWhole ? m.noSingleCodes() : m.noMatchingCodes()}</p>
        ) : (
          <CodeRows codes={codes} isOneBatch={batch !== null} />
        )}
        <div className="admin-pager">
          <Turn to={next} rel="next" name={m.nextPage()} />
        </div>
      </AdminPart>
      {isWhole && <Batches batches={batches} />}
    </>
  )
}

/** `isOneBatch`: all are of the batch that is named above them. */
function CodeRows({ codes, isOneBatch }: { codes: AdminCodeView[]; isOneBatch: boolean }) {
  const columns = [m.codeColumn(), m.codeDiscount(), m.codeValid(), m.codeUses(), m.state()]
  return (
    <Rows
      caption={m.codes()}
      columns={columns.map((label) => ({ label }))}
      rows={codes.map((code) => ({ key: code.id, cells: renderCells(code, isOneBatch) }))}
    />
  )
}

/** Letters of a code that stay on one line. */
const SHORT_CODE = 16

function renderCells(view: AdminCodeView, isOneBatch: boolean) {
  const { id, code, batch, madeBy, mentors, discount, conditions, valid, used, bearer, state, isUnaccepted } = view
  const isOff = state === 'disabled'
  return [
    <Fragment key="code">
      <span className={`font-semibold ${code.length <= SHORT_CODE ? 'whitespace-nowrap' : ''}`}>{code}</span>
      {batch && !isOneBatch && (
        <Below>
          <Link to={batch.to} className="link">
            {batch.name}
          </Link>
        </Below>
      )}
      {madeBy && <Below>{m.codeMadeBy({ name: madeBy })}</Below>}
    </Fragment>,
    <Fragment key="discount">
      {discount}
      <Below>{conditions.join(' · ')}</Below>
      <Below>{m.codeCoveredBy({ bearer: bearer === 'operator' ? bearer : 'other' })}</Below>
      {mentors.map((sentence) => (
        <Below key={sentence}>{sentence}</Below>
      ))}
    </Fragment>,
    valid ?? (
      <span key="valid" className="whitespace-nowrap">
        {m.codeAlwaysValid()}
      </span>
    ),
    used,
    <span key="state" className="flex flex-wrap items-center gap-2">
      <span className={`admin-status ${state === 'live' && !isUnaccepted ? 'good' : ''}`}>
        {state === 'live' && isUnaccepted ? m.codeUnaccepted() : STATE_WORDS[state]()}
      </span>
      <Switch field={{ name: 'id', value: id }} isOn={!isOff} of={code}>
        {isOff ? m.enable() : m.disable()}
      </Switch>
    </span>,
  ]
}

type SwitchProps = { field: { name: 'id' | 'batch'; value: string }; isOn: boolean; of: string; children: string }

/** Disables what is on, and enables what is not. */
function Switch({ field, isOn, of, children }: SwitchProps) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" {...field} />
      <button type="submit" name="intent" value={isOn ? 'disable' : 'enable'} disabled={busy} className="admin-button">
        {rich(m.actionOn({ action: children, address: of, hidden: (text) => <span className="sr-only">{text}</span> }))}
      </button>
    </Form>
  )
}

/** The batch whose codes are shown. */
function OpenBatch({ batch }: { batch: BatchView }) {
  const { name, created, count, redeemed, enabled } = batch
  return (
    <section className="mb-4" aria-labelledby="batch-head">
      <h2 id="batch-head" className="wrap-anywhere">
        {name}
      </h2>
      <p className="admin-aside">{m.batchFacts({ count, redeemed, disabled: count - enabled, created })}</p>
      <div className="admin-buttons">
        <DownloadBatch name={name} />
        {enabled > 0 && (
          <Switch field={{ name: 'batch', value: name }} isOn of={name}>
            {m.disableAll()}
          </Switch>
        )}
        {enabled < count && (
          <Switch field={{ name: 'batch', value: name }} isOn={false} of={name}>
            {m.enableAll()}
          </Switch>
        )}
      </div>
    </section>
  )
}

function DownloadBatch({ name }: { name: string }) {
  return (
    <Form method="post" action={`${PATH}/export`} reloadDocument>
      <input type="hidden" name="batch" value={name} />
      <button type="submit" className="admin-button">
        <Download size={18} strokeWidth={1.75} aria-hidden="true" />
        {m.downloadCsv()}
        <span className="sr-only"> {name}</span>
      </button>
    </Form>
  )
}

function Batches({ batches }: { batches: BatchView[] }) {
  if (batches.length === 0) return null
  return (
    <AdminPart title={m.codeBatches()}>
      <Rows
        caption={m.codeBatches()}
        columns={[
          { label: m.codeBatch() },
          { label: m.batchCodes(), number: true },
          { label: m.batchUsed(), number: true },
          { label: m.batchDisabled(), number: true },
          { label: m.batchCreatedOn() },
          { label: m.batchFile() },
        ]}
        rows={batches.map(({ name, to, count, redeemed, enabled, created }) => ({
          key: name,
          cells: [
            <Link key="name" to={to} data-keys="row" className="font-semibold">
              {name}
            </Link>,
            m.codeCount({ count }),
            m.codeCount({ count: redeemed }),
            m.codeCount({ count: count - enabled }),
            created,
            <span key="file" className="above inline-block">
              <DownloadBatch name={name} />
            </span>,
          ],
        }))}
      />
    </AdminPart>
  )
}

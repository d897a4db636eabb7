/** A mentor proves addresses and gives documents, so that their profile can say what was checked. */
import { useState, type FormEvent } from 'react'
import { Form } from 'react-router'
import * as m from '#messages/application'
import { Button } from '../../controls/button.tsx'
import { control, describedBy, Field, Labelled } from '../../controls/field.tsx'
import { Notice } from '../../controls/notice.tsx'
import { Part } from '../../layout/prose.tsx'
import type { OwnAddress, OwnChecks, OwnChecksResult } from './own-checks-view.ts'
import { rich } from '../../rich.tsx'

type Props = { checks: OwnChecks; result: OwnChecksResult | null; busy: boolean }

export function OwnChecksForms({ checks, result, busy }: Props) {
  const findResult = (about: string) => (result?.about === about ? result : null)
  return (
    <div className="max-w-2xl">
      {checks.addresses.map((address) => (
        <Address key={address.kind} address={address} result={findResult(address.kind)} busy={busy} />
      ))}
      <Documents checks={checks} result={findResult('document')} busy={busy} />
    </div>
  )
}

function Done({ result }: { result: OwnChecksResult | null }) {
  if (!result?.done) return null
  return (
    <Notice good>
      <output className="wrap-anywhere">{result.done}</output>
    </Notice>
  )
}

const LABELS = {
  university_address: { first: m.firstUniversityAddress, another: m.anotherUniversityAddress },
  work_address: { first: m.firstWorkAddress, another: m.anotherWorkAddress },
}

function Address({
  address: { kind, title, state, pendingCode },
  result,
  busy,
}: {
  address: OwnAddress
  result: OwnChecksResult | null
  busy: boolean
}) {
  return (
    <Part id={kind} title={title}>
      <Done result={result} />
      {state && <p>{state}</p>}
      {pendingCode && (
        <Form method="post" noValidate preventScrollReset className="form-fields">
          <input type="hidden" name="kind" value={kind} />
          <Field
            id={`${kind}-code`}
            name="code"
            label={m.codeLabel()}
            hint={m.codeHint({ address: pendingCode.address, until: pendingCode.until })}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={9}
            error={result?.fields['code']}
            required
          />
          <div>
            <Button type="submit" name="intent" value="code" disabled={busy}>
              {m.enterCode()}
            </Button>
          </div>
        </Form>
      )}
      <Form method="post" noValidate preventScrollReset className="form-fields">
        <input type="hidden" name="kind" value={kind} />
        <Field
          id={`${kind}-address`}
          name="address"
          type="email"
          label={LABELS[kind][pendingCode || state ? 'another' : 'first']()}
          hint={m.addressHint()}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          defaultValue={result?.typed ?? ''}
          error={result?.fields['address']}
          required
        />
        <div>
          <Button type="submit" name="intent" value="mail" variant="secondary" disabled={busy}>
            {m.emailCode()}
          </Button>
        </div>
      </Form>
    </Part>
  )
}

const MOST_BYTES = 5 * 1024 * 1024 // The same as in `server/platform/storage/documents.ts`.

function Documents({ checks: { documents, mayAdd }, result, busy }: Props) {
  const [tooLarge, setTooLarge] = useState(false)
  const error = tooLarge ? m.documentTooLarge() : result?.fields['document']
  const file = { id: 'document', hint: m.documentHint(), error }

  // The server stops reading a larger file, and the browser would then show an error of its own.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const chosen = new FormData(event.currentTarget).get('document')
    const refused = chosen instanceof File && chosen.size > MOST_BYTES
    setTooLarge(refused)
    if (refused) event.preventDefault()
  }
  return (
    <Part id="documents" title={m.documents()}>
      <p className="text-ink-2">{m.documentsLead()}</p>
      <Done result={result} />
      {documents.length > 0 && (
        <ul className="framed-list">
          {documents.map(({ id, words }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-2.5">
              {words}
              <Form method="post" preventScrollReset>
                <input type="hidden" name="document" value={id} />
                <Button type="submit" name="intent" value="remove" variant="secondary" disabled={busy}>
                  {rich(
                    m.removeDocument({ document: words, hidden: (text) => <span className="sr-only">{text}</span> }),
                  )}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <Form
          method="post"
          encType="multipart/form-data"
          noValidate
          preventScrollReset
          onSubmit={submit}
          className="grid gap-4"
        >
          <Labelled {...file} label={documents.length > 0 ? m.anotherDocument() : m.firstDocument()}>
            <input
              {...describedBy(file)}
              id={file.id}
              type="file"
              name="document"
              accept="application/pdf,image/jpeg,image/png,image/webp,image/avif"
              required
              className={`${control} file:me-3 file:min-h-8 file:cursor-pointer file:rounded-mark file:bg-shoal-2 file:px-3 file:font-semibold file:text-ink`}
            />
          </Labelled>
          <div>
            <Button type="submit" variant="secondary" disabled={busy}>
              {busy ? m.uploading() : m.upload()}
            </Button>
          </div>
        </Form>
      )}
    </Part>
  )
}

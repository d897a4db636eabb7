/** API keys: the form that creates one, the new key (shown once), and the list. */
import { Form, Link, useNavigation } from 'react-router'
import { MAX_KEY_NAME } from '#domain/accounts/api-keys'
import * as m from '#messages/admin'
import { Button } from '../../controls/button.tsx'
import { Checkbox, Field, FieldError } from '../../controls/field.tsx'
import { Notice } from '../../controls/notice.tsx'
import type { ApiKeysResult, ApiKeysPage, ApiKeyView } from './api-keys-view.ts'
import { AdminPart } from '../part.tsx'
import { rich } from '../../rich.tsx'

type ApiKeysProps = { page: ApiKeysPage; result: ApiKeysResult | null }

export function ApiKeys({ page: { keys, scopes }, result }: ApiKeysProps) {
  return (
    <div className="grid max-w-3xl gap-10">
      {result?.key && <NewKey value={result.key} />}
      <AdminPart title={m.createAKey()}>
        <p className="my-3 max-w-prose">
          {rich(
            m.apiKeysLead({
              link: (text) => (
                <Link to="/api/docs" className="link">
                  {text}
                </Link>
              ),
            }),
          )}
        </p>
        <CreateForm key={result?.key ?? 'first'} scopes={scopes} result={result} />
      </AdminPart>
      <AdminPart title={m.listedKeys()}>
        {keys.length === 0 ? (
          <p className="admin-empty">{m.noKeys()}</p>
        ) : (
          <ul>
            {keys.map((key) => (
              <KeyRow key={key.id} view={key} />
            ))}
          </ul>
        )}
      </AdminPart>
    </div>
  )
}

function NewKey({ value }: { value: string }) {
  return (
    <Notice good>
      <p className="font-semibold">{m.copyKey()}</p>
      <output className="mt-2 block wrap-anywhere">
        <code>{value}</code>
      </output>
    </Notice>
  )
}

function CreateForm({ scopes, result }: { scopes: ApiKeysPage['scopes']; result: ApiKeysResult | null }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" noValidate preventScrollReset className="form-fields">
      <Field
        id="key-name"
        name="name"
        label={m.appName()}
        required
        maxLength={MAX_KEY_NAME}
        autoComplete="off"
        defaultValue={result?.typed.name}
        error={result?.errors['name']}
      />
      <fieldset>
        <legend className="font-semibold">{m.scopes()}</legend>
        {scopes.map(({ code, words }) => (
          <Checkbox
            key={code}
            id={`scope-${code}`}
            name="scope"
            value={code}
            label={words}
            defaultChecked={result?.typed.scopes.includes(code)}
          />
        ))}
        <FieldError id="scope" error={result?.errors['scope']} />
      </fieldset>
      <div>
        <Button type="submit" name="intent" value="create" disabled={busy}>
          {m.createKey()}
        </Button>
      </div>
    </Form>
  )
}

function KeyRow({ view: { id, name, scopes, createdBy, createdAt, used, revoked } }: { view: ApiKeyView }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-hair py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-ink-2">{scopes.join(', ')}</p>
        <p className="text-ink-2">
          {m.keyCreated({ name: createdBy, at: createdAt })}{' '}
          {revoked ? m.keyRevokedOn({ at: revoked }) : used ? m.keyUsed({ at: used }) : m.keyNeverUsed()}
        </p>
      </div>
      {!revoked && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="id" value={id} />
          <button type="submit" name="intent" value="revoke" className="admin-button" disabled={busy}>
            {rich(m.revokeKey({ name, hidden: (text) => <span className="sr-only">{text}</span> }))}
          </button>
        </Form>
      )}
    </li>
  )
}

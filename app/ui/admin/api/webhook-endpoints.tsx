/** The endpoints of webhooks: added, changed, tried, switched and removed, a form each. They work without scripts. */
import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import * as m from '#messages/admin'
import { Alert } from '../../controls/alert.tsx'
import { Button } from '../../controls/button.tsx'
import { Checkbox, control, Field, FieldError } from '../../controls/field.tsx'
import { AdminPart } from '../part.tsx'
import type { EndpointView, EventChoice, WebhooksResult, WebhooksPage } from './webhooks.ts'
import { rich } from '../../rich.tsx'

const PATH = '/admin-dashboard/webhooks'

type EndpointsProps = { page: WebhooksPage; result: WebhooksResult | null }

export function WebhookEndpoints({ page: { endpoints, choices, max }, result }: EndpointsProps) {
  return (
    <AdminPart title={m.endpoints()} aside={m.countOfMost({ count: endpoints.length, most: max })}>
      <div className="grid max-w-3xl gap-6 pt-3">
        {result?.refused && (
          <Alert>
            <p className="font-semibold">{result.refused}</p>
          </Alert>
        )}
        {result?.secret && <NewSecret {...result.secret} />}
        {endpoints.length === 0 && (
          <p className="admin-empty">
            {rich(m.noEndpoints({ strong: (text) => <b className="block text-ink">{text}</b> }))}
          </p>
        )}
        <ul>
          {endpoints.map((endpoint) => (
            <Endpoint key={`${endpoint.id} ${endpoint.version}`} endpoint={endpoint} choices={choices} />
          ))}
        </ul>
        {endpoints.length < max && <Add key={endpoints.length} choices={choices} result={result?.added ?? null} />}
      </div>
    </AdminPart>
  )
}

function NewSecret({ address, secret }: { address: string; secret: string }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor="webhook-secret" className="font-semibold">
        {m.secretOf({ address })}
      </label>
      <p id="webhook-secret-hint" className="note">
        {m.copySecret()}
      </p>
      <input
        id="webhook-secret"
        aria-describedby="webhook-secret-hint"
        readOnly
        value={secret}
        className={`${control} min-h-12 font-mono text-sm`}
      />
    </div>
  )
}

function Endpoint({ endpoint, choices }: { endpoint: EndpointView; choices: EventChoice[] }) {
  const { id, address, isOn, isWell, state, events } = endpoint
  return (
    <li className="border-b border-hair py-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h3 className="min-w-0 wrap-anywhere">{address}</h3>
        <span className={`admin-status ${isWell ? 'good' : ''}`}>{state}</span>
        <Link to={`${PATH}?endpoint=${id}`} className="link">
          {rich(m.deliveriesTo({ address, hidden: (text) => <span className="sr-only">{text}</span> }))}
        </Link>
      </div>
      <div className="button-row py-2">
        <EndpointForm endpoint={endpoint}>
          {isOn && <Act intent="test" name={m.sendTestEvent()} of={address} />}
          <Act intent={isOn ? 'off' : 'on'} name={isOn ? m.disable() : m.enable()} of={address} />
        </EndpointForm>
      </div>
      <details>
        <summary className="min-h-11 cursor-pointer py-2.5">
          {rich(m.changeEndpoint({ address, hidden: (text) => <span className="sr-only">{text}</span> }))}
        </summary>
        <div className="grid gap-5 pb-3">
          <EndpointForm endpoint={endpoint}>
            <div className="form-fields">
              <Choices id={id} choices={choices} chosen={events} error={undefined} />
              <div>
                <Act intent="choose" name={m.saveEvents()} of={address} />
              </div>
            </div>
          </EndpointForm>
          <EndpointForm endpoint={endpoint}>
            <p className="note">{m.newSecretNote()}</p>
            <Act intent="renew" name={m.createSecret()} of={address} />
          </EndpointForm>
          <EndpointForm endpoint={endpoint}>
            <p className="note">{m.removeEndpointNote()}</p>
            <Act intent="remove" name={m.removeIt()} of={address} />
          </EndpointForm>
        </div>
      </details>
    </li>
  )
}

/** An address of its own, so that what is shown of the log does not stay in it. */
function EndpointForm({ endpoint: { id, version }, children }: { endpoint: EndpointView; children: ReactNode }) {
  return (
    <Form method="post" action={PATH} preventScrollReset className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      {children}
    </Form>
  )
}

function Act({ intent, name, of }: { intent: string; name: string; of: string }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <button type="submit" name="intent" value={intent} disabled={busy} className="admin-button">
      {rich(m.actionOn({ action: name, address: of, hidden: (text) => <span className="sr-only">{text}</span> }))}
    </button>
  )
}

function Add({ choices, result }: { choices: EventChoice[]; result: WebhooksResult['added'] }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" action={PATH} noValidate preventScrollReset className="form-fields">
      <h3>{m.addAnEndpoint()}</h3>
      <Field
        id="webhook-address"
        name="address"
        type="url"
        label={m.address()}
        hint={m.addressHint()}
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={2_048}
        defaultValue={result?.typed.address}
        error={result?.errors.address}
      />
      <Choices
        id="new"
        choices={choices}
        chosen={result?.typed.events ?? choices.map(({ name }) => name)}
        error={result?.errors.events}
      />
      <div>
        <Button type="submit" name="intent" value="add" disabled={busy}>
          {m.addEndpoint()}
        </Button>
      </div>
    </Form>
  )
}

type ChoicesProps = { id: string; choices: EventChoice[]; chosen: string[]; error: string | undefined }

function Choices({ id, choices, chosen, error }: ChoicesProps) {
  return (
    <fieldset aria-describedby={error && `webhook-events-${id}-error`}>
      <legend className="font-semibold">{m.webhookEvents()}</legend>
      {choices.map(({ name, words }) => (
        <Checkbox
          key={name}
          id={`webhook-${id}-${name}`}
          name="events"
          value={name}
          defaultChecked={chosen.includes(name)}
          label={rich(m.eventChoice({ name, words, code: (text) => <code>{text}</code> }))}
        />
      ))}
      <FieldError id={`webhook-events-${id}`} error={error} />
    </fieldset>
  )
}

/** /api/docs — the API reference, drawn from the OpenAPI document. */
import { appContext } from '#server/context'
import * as m from '#messages/site'
import apiStyles from '../../../ui/developers/api-docs.css?url'
import { WithCode } from '../../../ui/developers/fields.tsx'
import { KeysPart } from '../../../ui/developers/keys-part.tsx'
import { OperationPart } from '../../../ui/developers/operation-part.tsx'
import { WebhooksPart } from '../../../ui/developers/webhooks-part.tsx'
import { PageHead } from '../../../ui/layout/page-head.tsx'
import { Part, ProsePage } from '../../../ui/layout/prose.tsx'
import { readApiReference } from '../../../views/developers/api-reference.ts'
import type { Route } from './+types/api-docs'

const DOCUMENT = '/api/v1/openapi.json'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: apiStyles }]

export const loader = ({ context }: Route.LoaderArgs) => readApiReference(context.get(appContext))

export default function ApiDocs({ loaderData }: Route.ComponentProps) {
  const { title, introduction, groups, scopes, keyRequests, webhooks, checkSignature } = loaderData
  return (
    <ProsePage title={title} lead={m.apiLead()}>
      <PageHead title={m.api()} description={m.apiDescription()} path="/api/docs" />
      <div className="mt-6 grid max-w-3xl gap-4">
        {introduction.map((paragraph) => (
          <p key={paragraph} className="running-text wrap-anywhere">
            <WithCode text={paragraph} />
          </p>
        ))}
        <p>
          <a href={DOCUMENT} className="link">
            {m.openApiDocument()}
          </a>
        </p>
      </div>
      <nav aria-label={m.onThisPage()}>
        <ul className="api-contents">
          {groups.map(({ name, operations }) => (
            <li key={name}>
              <span className="font-semibold">{name}</span>
              <ul>
                {operations.map(({ id, method, path, summary }) => (
                  <li key={id}>
                    <a href={`#${id}`} className="link">
                      {summary}
                    </a>{' '}
                    <code className="text-ink-2 wrap-anywhere">
                      {method} {path}
                    </code>
                  </li>
                ))}
              </ul>
            </li>
          ))}
          <li>
            <a href="#keys" className="link">
              {m.apiKeys()}
            </a>
          </li>
          <li>
            <a href="#webhooks" className="link">
              {m.webhooks()}
            </a>
          </li>
        </ul>
      </nav>
      {groups.map(({ name, description, operations }) => (
        <Part key={name} title={name}>
          <p className="running-text">
            <WithCode text={description} />
          </p>
          {operations.map((operation) => (
            <OperationPart key={operation.id} operation={operation} />
          ))}
        </Part>
      ))}
      <KeysPart scopes={scopes} keyRequests={keyRequests} />
      <WebhooksPart webhooks={webhooks} checkSignature={checkSignature} />
    </ProsePage>
  )
}

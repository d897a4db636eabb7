/** /api/docs — the API for programs, drawn from its own OpenAPI document. */
import { appContext } from '#server/context'
import apiStyles from '../../ui/developers/api-docs.css?url'
import { OperationPart } from '../../ui/developers/operation-part.tsx'
import { PageHead } from '../../ui/layout/page-head.tsx'
import { Part, ProsePage } from '../../ui/layout/prose.tsx'
import { readApiReference } from '../../views/developers/api-reference.ts'
import type { Route } from './+types/api-docs'

const DOCUMENT = '/api/v1/openapi.json'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: apiStyles }]

export const loader = ({ context }: Route.LoaderArgs) => readApiReference(context.get(appContext))

export default function ApiDocs({ loaderData: { title, introduction, groups } }: Route.ComponentProps) {
  return (
    <ProsePage title={title} lead="For programs: mentors, free times and booking, as JSON.">
      <PageHead
        title="API"
        description="How programs read mentors and their free times, and book a session."
        path="/api/docs"
      />
      <div className="mt-6 grid max-w-3xl gap-4">
        {introduction.map((paragraph) => (
          <p key={paragraph} className="running-text wrap-anywhere">
            {paragraph}
          </p>
        ))}
        <p>
          <a href={DOCUMENT} className="link">
            The OpenAPI 3.1 document
          </a>
        </p>
      </div>
      <nav aria-label="Operations">
        <ul className="api-contents">
          {groups.flatMap(({ operations }) =>
            operations.map(({ id, method, path, summary }) => (
              <li key={id}>
                <a href={`#${id}`} className="link">
                  {summary}
                </a>{' '}
                <code className="text-ink-2 wrap-anywhere">
                  {method} {path}
                </code>
              </li>
            )),
          )}
        </ul>
      </nav>
      {groups.map(({ name, description, operations }) => (
        <Part key={name} title={name}>
          <p className="running-text">{description}</p>
          {operations.map((operation) => (
            <OperationPart key={operation.id} operation={operation} />
          ))}
        </Part>
      ))}
    </ProsePage>
  )
}

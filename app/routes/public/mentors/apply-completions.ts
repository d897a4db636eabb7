/**
 * GET /become-a-mentor/completions?field=city&country=DE&typed=ber — at most eight cities of a country, or universities, that
 * begin with the typed text. JSON.
 */
import { appContext } from '#server/context'
import { completeInstitution } from '#server/mentors/places/institutions'
import { completeCity } from '#server/platform/reference/city-names'
import type { Route } from './+types/apply-completions'

const MAX_TYPED = 60 // Characters; no name needs more to be known.

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const typed = query.get('typed') ?? ''
  const found = typed.length > MAX_TYPED ? [] : await complete(typed)
  return Response.json(found, { headers: { 'cache-control': 'public, max-age=600' } })

  function complete(text: string): Promise<string[]> {
    if (query.get('field') === 'city') return completeCity(query.get('country') ?? '', text)
    return completeInstitution(context.get(appContext), text)
  }
}

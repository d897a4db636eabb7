/** /saved — mentors saved for later, by the account or else by this browser. */
import { data } from 'react-router'
import { SavedPage } from '../../../ui/mentors/saved/saved-page.tsx'
import { readSaved } from '../../../views/mentors/saved.ts'
import type { Route } from './+types/saved'

const HEADERS = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' }

export async function loader({ context, request }: Route.LoaderArgs) {
  return data(await readSaved(context, request), { headers: HEADERS })
}

export const headers = () => HEADERS

export default function Saved({ loaderData }: Route.ComponentProps) {
  return <SavedPage view={loaderData} />
}

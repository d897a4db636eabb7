/** /saved/change — saves a mentor, or takes one out. */
import { redirect } from 'react-router'
import { changeByForm } from '../../../views/mentors/saved.ts'
import type { Route } from './+types/save-mentor'

export function loader() {
  return redirect('/saved')
}

export function action({ context, request }: Route.ActionArgs) {
  return changeByForm(context, request)
}

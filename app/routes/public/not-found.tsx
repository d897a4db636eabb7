/** Every address that is none of ours. A route of its own, so that the frame's loader has run and the page knows its site. */
import { data } from 'react-router'

export function loader() {
  throw data(null, 404)
}

export default function NotFound() {
  return null
}

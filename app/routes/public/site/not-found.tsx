/** Every unknown address. It is a route, so that the frame's loader runs and the page has the site's settings. */
import { data } from 'react-router'

export function loader() {
  throw data(null, 404)
}

export default function NotFound() {
  return null
}

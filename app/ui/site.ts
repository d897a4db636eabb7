/** What every page knows of the site it belongs to. Read once, by the root loader. */
import { useRouteLoaderData } from 'react-router'

/** `origin` is the public one, without a slash at its end: "https://landfall.example". */
export type Site = { name: string; supportEmail: string; origin: string }

/** Undefined only where the root loader itself failed, which the error page has to survive. */
export function useSite(): Site | undefined {
  return useRouteLoaderData<Site>('root')
}

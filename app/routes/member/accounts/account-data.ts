/** /account/data — downloads all data about the signed-in person as a file. */
import { appContext } from '#server/context'
import { requireAccount } from '#server/site/guards/account-guards'
import { readAccountData } from '#server/privacy/personal-data/personal-data'
import type { Route } from './+types/account-data'

export async function loader({ context, request }: Route.LoaderArgs) {
  const session = requireAccount(context, request)
  const app = context.get(appContext)
  const site = app.config.SITE_NAME.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') || 'my'
  return new Response(`${JSON.stringify(await readAccountData(app, session), null, 2)}\n`, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${site}-data.json"`,
    },
  })
}

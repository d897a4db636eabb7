/** Why a form was not saved whose confirmed identity expired while it was filled in. Its fields stay as typed below. */
import * as m from '#messages/accounts'
import { Alert } from '../controls/alert.tsx'
import { NewTabLink } from '../controls/new-tab-link.tsx'

/** `confirm`: the address that confirms who someone is. */
export function ConfirmAgain({ confirm }: { confirm: string }) {
  return (
    <Alert>
      <p className="font-semibold">{m.notSavedConfirmFirst()}</p>
      <p>
        <NewTabLink href={confirm}>{m.confirmInNewTab()}</NewTabLink>
      </p>
    </Alert>
  )
}

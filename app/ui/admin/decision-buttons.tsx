/** The buttons with which an admin decides about an application, an edit or a proposed cohort. */
import * as m from '#messages/admin'
import { Button } from '../controls/button.tsx'

/** `requests`: how many changes are requested by field. */
export function DecisionButtons({ busy, requests = 0 }: { busy: boolean; requests?: number }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" name="intent" value="accept" disabled={busy} className="max-sm:px-3 max-sm:text-sm">
        {m.accept()}
      </Button>
      <Button
        type="submit"
        name="intent"
        value="request_changes"
        variant="secondary"
        disabled={busy}
        className="flex-1 whitespace-nowrap max-sm:px-2 max-sm:text-sm"
      >
        {requests > 0 ? m.requestCountedChanges({ count: requests }) : m.requestChanges()}
      </Button>
      <button
        type="submit"
        name="intent"
        value="reject"
        disabled={busy}
        className="inline-flex min-h-11 items-center justify-center rounded-control border-[1.5px] border-danger px-3 text-base/6 font-semibold text-danger hover:bg-shoal-1 max-sm:text-sm sm:px-4"
      >
        {m.reject()}
      </button>
    </div>
  )
}

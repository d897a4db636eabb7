/** What is done with a mentor's page once a button is pressed; loaded then. */
import * as m from '#messages/mentors'

/** Message for the reader. `leads`: with a link to the saved mentors. */
export type Said = { words: string; leads?: boolean }

/** Saves a mentor, or takes one out. `undo`: it could not be done. */
export async function save(slug: string, keep: boolean, undo: () => void): Promise<Said> {
  const status = await send(slug, keep)
  if (status === 200) return keep ? { words: m.savedNow(), leads: true } : { words: m.removedNow() }
  undo()
  return status === 409 ? { words: m.limitReached(), leads: true } : { words: m.saveUnreached() }
}

/** The status of the response; 0 without one. */
async function send(slug: string, keep: boolean): Promise<number> {
  const body = new URLSearchParams({ mentor: slug, keep: keep ? 'yes' : 'no' })
  try {
    const { status } = await fetch('/saved/change', { method: 'POST', body, headers: { accept: 'application/json' } })
    return status
  } catch {
    return 0
  }
}

/**
 * Passes a page on: by the device's own list of ways, else by copying the address. Returns the message for the reader, which is
 * nothing when the device did it.
 */
export async function share(name: string, address: string): Promise<Said> {
  if ('share' in navigator) {
    // A reader who closes the list of ways has decided, too.
    const isDone = await navigator.share({ title: name, url: address }).then(
      () => true,
      (error: Error) => error.name === 'AbortError',
    )
    if (isDone) return { words: '' }
  }
  return navigator.clipboard.writeText(address).then(
    () => ({ words: m.linkCopied() }),
    () => ({ words: m.copyAddress({ address }) }),
  )
}

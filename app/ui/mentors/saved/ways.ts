/** What is done with a mentor's page once a button is pressed; loaded then. */

/** Message for the reader. `leads`: with a link to the saved mentors. */
export type Said = { words: string; leads?: boolean }

/** Saves a mentor, or takes one out. `undo`: it could not be done. */
export async function save(slug: string, keep: boolean, undo: () => void): Promise<Said> {
  const status = await send(slug, keep)
  if (status === 200) return keep ? { words: 'Saved.', leads: true } : { words: 'Removed from saved mentors.' }
  undo()
  return status === 409
    ? { words: 'You’ve reached the limit. Remove one first.', leads: true }
    : { words: 'Not saved: we couldn’t reach the server. Try again.' }
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
    () => ({ words: 'Link copied' }),
    () => ({ words: `Copy this address: ${address}` }),
  )
}

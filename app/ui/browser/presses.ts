/**
 * Tracks whether a pointer or a key is pressed. A browser clicks a button only if it is the same one when the press begins and
 * when it ends, and React may hydrate the page in between. Code that replaces buttons of the server's HTML waits for the end.
 */

/** Browsers dispatch the click of a tap some time after the finger has left. A scroll never gets one. */
const CLICK_AFTER_MS = 500

const presses = new EventTarget()
const ENDED = 'ended'

let pressed = false
let ending: ReturnType<typeof setTimeout> | undefined

function begin(): void {
  clearTimeout(ending)
  pressed = true
}

/** Ends the press after a delay, so that what it does comes first: 0 is after the event that is being dispatched. */
function endIn(milliseconds: number): void {
  clearTimeout(ending)
  ending = setTimeout(() => {
    pressed = false
    presses.dispatchEvent(new Event(ENDED))
  }, milliseconds)
}

if (typeof document !== 'undefined') {
  pressed = document.querySelector(':active') !== null // A press that began before this module ran.
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, begin, true)
  for (const type of ['click', 'keyup', 'pointercancel']) addEventListener(type, () => endIn(0), true)
  addEventListener('pointerup', () => endIn(CLICK_AFTER_MS), true)
  addEventListener('blur', () => endIn(0)) // Of the window only: the press may end in another one.
}

/** Calls back once nothing is pressed, or at once if nothing is. Returns a function that cancels. */
export function afterPress(call: () => void): () => void {
  if (!pressed) {
    call()
    return () => {}
  }
  presses.addEventListener(ENDED, call, { once: true })
  return () => presses.removeEventListener(ENDED, call)
}

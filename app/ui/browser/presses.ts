/**
 * Whether a pointer or a key is pressed. A button that is replaced while it is pressed is never clicked, and React hydrates a
 * part of the page at the very press, so what replaces buttons of the server's HTML waits for the end of it.
 */

/** A touch is clicked some time after the finger has left, or never: it became a scroll. */
const CLICK_AFTER_MS = 500

const presses = new EventTarget()
const ENDED = 'ended'

let pressed = false
let ending: ReturnType<typeof setTimeout> | undefined

function begin(): void {
  clearTimeout(ending)
  pressed = true
}

/** After what the press itself does, which is done once its event is over. */
function endIn(milliseconds: number): void {
  clearTimeout(ending)
  ending = setTimeout(() => {
    pressed = false
    presses.dispatchEvent(new Event(ENDED))
  }, milliseconds)
}

if (typeof document !== 'undefined') {
  pressed = document.querySelector(':active') !== null // Before these scripts ran.
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, begin, true)
  for (const type of ['click', 'keyup', 'pointercancel']) addEventListener(type, () => endIn(0), true)
  addEventListener('pointerup', () => endIn(CLICK_AFTER_MS), true)
  addEventListener('blur', () => endIn(0)) // Of the window: what is pressed elsewhere ends there.
}

/** Calls once nothing is pressed, at once if so already. Returns what calls it off. */
export function afterPress(call: () => void): () => void {
  if (!pressed) {
    call()
    return () => {}
  }
  presses.addEventListener(ENDED, call, { once: true })
  return () => presses.removeEventListener(ENDED, call)
}

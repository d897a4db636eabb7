/**
 * Keys of the admins' pages: `/` goes to the search field, `j` and `k` to the next and previous row, `?` lists them,
 * `Esc` closes what is open beside a list.
 */

const OFF = 'admin-keys-off'

/** The fields and rows of a page that keys lead to. */
const SEARCH = '[data-keys="search"]'
const ROWS = '[data-keys="row"]'
const CLOSE = '[data-keys="close"]'

export const keysAreOff = (): boolean => localStorage.getItem(OFF) !== null

export function setKeysOff(off: boolean): void {
  if (off) localStorage.setItem(OFF, 'yes')
  else localStorage.removeItem(OFF)
}

/** Returns what ends it. */
export function handleShortcuts({ showKeys }: { showKeys: () => void }): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || keysAreOff()) return
    if (document.querySelector('dialog[open]')) return
    const act = { '/': goToSearch, j: () => step(1), k: () => step(-1), '?': showKeys, Escape: closeSheet }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

function goToSearch(): void {
  const field = document.querySelector<HTMLInputElement>(SEARCH)
  field?.focus()
  field?.select()
}

const closeSheet = () => document.querySelector<HTMLElement>(CLOSE)?.click()

/** Moves the focus to another row's link; from anywhere else to the first. */
function step(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  rows[at === -1 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]?.focus()
}

/**
 * A modal dialog, on the browser's own element, which keeps the focus inside, closes on Escape and makes the rest inert. On
 * a phone it fills the screen; elsewhere its top stays in place while its content grows and shrinks.
 */
import X from 'lucide-react/icons/x'
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import * as m from '#messages/site'

type DialogProps = {
  open: boolean
  /** Called however it is closed. The focus is then back where it was, except in Safari, which never focuses links. */
  onClose: () => void
  /** The id of the heading that names it. With `tabIndex={-1}` the heading gets the focus. */
  labelledBy: string
  /** The title in the bar at the top, on a phone. */
  bar: ReactNode
  /** Nearly as large as the window: for a form with something beside it. */
  wide?: boolean
  /**
   * Its steps are entries of the browser's history. On Android going back would close a dialog at once, so the browser is
   * configured to leave closing to us.
   */
  steps?: boolean
  children: ReactNode
}

const SIZES = {
  usual: 'sm:mt-[max(1.5rem,calc((100dvh-41rem)/2))] sm:h-fit sm:max-w-[47.5rem]',
  wide: 'sm:mt-6 sm:h-[calc(100dvh-3rem)] sm:max-w-[79rem]',
}

export function Dialog({ open, onClose, labelledBy, bar, wide = false, steps = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!open) dialog.current?.close()
    else if (!dialog.current?.open) {
      dialog.current?.showModal()
      document.getElementById(labelledBy)?.focus()
    }
  }, [open, labelledBy])

  // Wherever the focus is. What Escape closes inside the dialog, such as a list, takes the key for itself.
  useEffect(() => {
    if (!open || !steps) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) dialog.current?.close()
    }
    window.addEventListener('keydown', closeOnEscape)
    return () => window.removeEventListener('keydown', closeOnEscape)
  }, [open, steps])

  // The press, not the click: selecting text and releasing outside must not close the dialog.
  const pressOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) dialog.current?.close()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and the button close it too.
    <dialog
      ref={dialog}
      aria-labelledby={labelledBy}
      closedby={steps ? 'none' : undefined}
      onClose={onClose}
      onMouseDown={pressOutside}
      className={`m-0 h-dvh max-h-none w-full max-w-none overflow-hidden bg-deep p-0 text-start text-base font-normal text-ink not-italic sm:line sm:mx-auto sm:w-[calc(100%-3rem)] sm:max-h-[calc(100dvh-3rem)] sm:rounded-dialog sm:shadow-dialog ${wide ? SIZES.wide : SIZES.usual}`}
    >
      <div className={`relative flex h-dvh flex-col sm:max-h-[calc(100dvh-3rem-3px)] ${wide ? '' : 'sm:h-auto'}`}>
        <div className="shrink-0 sm:[@media(min-height:32rem)]:hidden">
          <p className="flex h-16 items-center pe-16 ps-4.5 font-semibold">
            <span className="truncate">{bar}</span>
          </p>
          <div className="scale-bar" />
        </div>
        <div className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain">{children}</div>
        <button
          type="button"
          aria-label={m.close()}
          onClick={() => dialog.current?.close()}
          className="absolute top-2.5 inset-e-2.5 z-20 icon-button bg-deep"
        >
          <X strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
    </dialog>
  )
}

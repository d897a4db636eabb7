import { useEffect, useRef } from 'react'

/** For the part of a page that a form's answer replaces: it takes the focus when this text is another one than before. */
export function useFocusOnChange(text: string) {
  const part = useRef<HTMLDivElement>(null)
  const shown = useRef(text)
  useEffect(() => {
    if (shown.current !== text) part.current?.focus()
    shown.current = text
  }, [text])
  return { ref: part, tabIndex: -1 }
}

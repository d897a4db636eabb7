import { useEffect, useRef } from 'react'

/** For a form: after an answer, what has to be mended first has the focus, which also reads its message. */
export function useFocusFirst(fields: Record<string, string>) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- After each answer.
  }, [fields])
  return form
}

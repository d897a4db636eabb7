import { useEffect, useRef } from 'react'

/** For a form: after each result, focuses the first field that is wrong, so that screen readers read its message. */
export function useFocusFirst(fields: Record<string, string>) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- After each result.
  }, [fields])
  return form
}

import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import * as m from '#messages/site'
import { localPath } from '#words/local-path'
import { Button } from '../../controls/button.tsx'
import { Segmented } from '../../controls/segmented.tsx'
import { applyTheme, isTheme, themeOfCookie, type Theme } from '../theme.ts'

const listOptions = () => [
  { value: 'system', label: m.system() },
  { value: 'day', label: m.day() },
  { value: 'night', label: m.night() },
]

/** Switches at once with scripts; without them it is a form with a button. */
export function ThemeSwitch({ theme }: { theme: Theme }) {
  const { pathname, search } = useLocation()
  const form = useRef<HTMLFormElement>(null)

  // A page from the back/forward cache still has the theme it had before it was left.
  useEffect(() => {
    const catchUp = (event: PageTransitionEvent) => {
      if (!event.persisted) return
      const chosen = themeOfCookie(document.cookie)
      applyTheme(chosen)
      for (const input of form.current?.querySelectorAll<HTMLInputElement>('[name=theme]') ?? []) {
        input.checked = input.value === chosen
      }
    }
    window.addEventListener('pageshow', catchUp)
    return () => window.removeEventListener('pageshow', catchUp)
  }, [])

  return (
    <form
      ref={form}
      method="post"
      action={localPath('/theme')}
      autoComplete="off"
      className="grid justify-items-start gap-2"
    >
      <input type="hidden" name="back" value={pathname + search} />
      <Segmented
        legend={m.dayOrNight()}
        name="theme"
        options={listOptions()}
        defaultValue={theme}
        onChoose={(value) => isTheme(value) && applyTheme(value)}
      />
      <Button type="submit" variant="secondary" className="scripted:hidden">
        {m.use()}
      </Button>
    </form>
  )
}

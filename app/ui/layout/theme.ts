/** Day or night: what the reader chose, or what their system says. Remembered in a cookie, so that the first paint is right. */

const THEMES = ['system', 'day', 'night'] as const
export type Theme = (typeof THEMES)[number]

const YEAR_SECONDS = 31_536_000
const DAY_GROUND = '#ffffff' // `deep` of tokens.css, for the browser's own bars.
const NIGHT_GROUND = '#0b1318'

export function isTheme(text: unknown): text is Theme {
  return THEMES.some((theme) => theme === text)
}

/** Reads a Cookie header or `document.cookie`. `system` if no known theme is chosen. */
export function themeOfCookie(cookies: string | null): Theme {
  const value = /(?:^|;\s*)theme=([^;]*)/.exec(cookies ?? '')?.[1]
  return isTheme(value) ? value : 'system'
}

/** The cookie for a Set-Cookie header or `document.cookie`. For `system` it deletes the cookie. */
export function themeCookie(theme: Theme): string {
  return `theme=${theme}; Path=/; Max-Age=${theme === 'system' ? 0 : YEAR_SECONDS}; SameSite=Lax`
}

/** The value of `<html data-theme>`, which tokens.css reads. */
export function themeMark(theme: Theme): 'day' | 'night' | undefined {
  return theme === 'system' ? undefined : theme
}

/** The colour of the browser's own bars, for a light and for a dark system. */
export function findGrounds(theme: Theme): { light: string; dark: string } {
  return {
    light: theme === 'night' ? NIGHT_GROUND : DAY_GROUND,
    dark: theme === 'day' ? DAY_GROUND : NIGHT_GROUND,
  }
}

/** Changes the page at once. React does not undo it, since nothing changes for React. */
export function applyTheme(theme: Theme): void {
  document.cookie = themeCookie(theme)
  const mark = themeMark(theme)
  if (mark) document.documentElement.dataset['theme'] = mark
  else delete document.documentElement.dataset['theme']
  for (const [scheme, ground] of Object.entries(findGrounds(theme))) {
    document.querySelector(`meta[name=theme-color][media*=${scheme}]`)?.setAttribute('content', ground)
  }
}

/** What a mentee types to book. It is kept whatever goes wrong. */

export type MenteeDetails = { name: string; email: string; phone: string; topic: string; terms: boolean }

export const NO_DETAILS: MenteeDetails = { name: '', email: '', phone: '', topic: '', terms: false }

export const TEXT_FIELDS = ['name', 'email', 'phone', 'topic'] as const

/** Reads a posted form, or the one on the screen. */
export function readDetails(form: FormData): MenteeDetails {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    topic: text('topic'),
    terms: form.get('terms') === 'on',
  }
}

/** With the country calling code that a phone number begins with, where there is no number yet. */
export function withCallingCode(details: MenteeDetails, code: string | undefined): MenteeDetails {
  return code && details.phone === '' ? { ...details, phone: `${code} ` } : details
}

/**
 * What a form on the screen says, and where nothing was typed into it what was `kept`: that is newer than what it was drawn
 * with, such as an account's name.
 */
export function restoreDetails(form: HTMLFormElement, kept: MenteeDetails | null): MenteeDetails {
  const details = readDetails(new FormData(form))
  if (!kept) return details
  for (const name of TEXT_FIELDS) {
    const { value, defaultValue } = form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement
    if (value === defaultValue && kept[name]) details[name] = kept[name]
  }
  return details
}

/**
 * Specification §5: terms accepted, and full name, email and phone filled. The topic is optional. A calling code alone is no
 * phone number.
 */
export function isComplete(typed: MenteeDetails, code: string | undefined): boolean {
  const phone = typed.phone.trim() === code ? '' : typed.phone
  return typed.terms && [typed.name, typed.email, phone].every((text) => text.trim() !== '')
}

/** What an account says of its member. */
export type AccountDetails = Pick<MenteeDetails, 'name' | 'email'>

/** Without what was filled in from an account whose member has signed out. What was typed stays. */
export function withoutAccount<T extends AccountDetails>(details: T, { name, email }: AccountDetails): T {
  return {
    ...details,
    name: details.name === name ? '' : details.name,
    email: details.email === email ? '' : details.email,
  }
}

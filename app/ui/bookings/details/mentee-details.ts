/** What a visitor types to book, kept through everything that can go wrong. */

export type Typed = { name: string; email: string; phone: string; topic: string; terms: boolean }

export const NOTHING_TYPED: Typed = { name: '', email: '', phone: '', topic: '', terms: false }

export const TYPED_TEXTS = ['name', 'email', 'phone', 'topic'] as const

/** From a posted form, or from the one on the screen. */
export function readTyped(form: FormData): Typed {
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

/** Specification §5: the terms accepted, and full name, email and phone filled. The topic is optional. */
export function isComplete(typed: Typed): boolean {
  return typed.terms && [typed.name, typed.email, typed.phone].every((text) => text.trim() !== '')
}

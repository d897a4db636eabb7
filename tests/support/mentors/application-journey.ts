/** Fills in the application form, in the dialog or on its page, with scripts or without. */
import { expect, type Locator, type Page } from '@playwright/test'

/** A field by the name that the server reads. */
export const field = (within: Page | Locator, name: string): Locator => within.locator(`[name="${name}"]`)

export const TYPED = {
  you: {
    name: 'Elif Demir',
    role: 'Physiotherapist',
    company: 'Charité',
    experience: '6',
    location: 'Berlin, Germany',
    languages: 'Turkish, German, English',
    university: 'Ankara University',
    education: 'BSc Physiotherapy',
    linkedin: 'https://www.linkedin.com/in/elif-demir',
    about: 'I came with a diploma no one could read and a contract that began in six weeks.',
    whyMentor: 'I wish I had known all of this.',
  },
  move: {
    'moves.0.fromCity': 'Ankara',
    'moves.0.toCity': 'Berlin',
    'moves.0.year': '2021',
    'moves.0.institution': 'Charité',
    helpWith: 'Anmeldung, recognition of diplomas',
  },
  sessions: {
    price: '50',
    'sessions.0.title': 'Your first month in Berlin',
    'sessions.0.description': 'Rooms, papers and the first payslip.',
    'sessions.0.leaveWith': 'a list of papers in order',
  },
}

export async function fillYou(within: Page | Locator): Promise<void> {
  for (const [name, value] of Object.entries(TYPED.you)) await field(within, name).fill(value)
  await field(within, 'timeZone').selectOption('Europe/Berlin')
}

export async function fillMove(within: Page | Locator): Promise<void> {
  await field(within, 'moves.0.fromCountry').selectOption('TR')
  await field(within, 'moves.0.toCountry').selectOption('DE')
  for (const [name, value] of Object.entries(TYPED.move)) await field(within, name).fill(value)
}

export async function fillSessions(within: Page | Locator): Promise<void> {
  await within.getByRole('radio', { name: 'Yes', exact: true }).check()
  for (const [name, value] of Object.entries(TYPED.sessions)) await field(within, name).fill(value)
}

/** With scripts: to the next step, which the button names. */
export async function goOn(within: Page | Locator, step: string): Promise<void> {
  await within.getByRole('button', { name: `Next: ${step}` }).click()
  await expect(within.getByRole('link', { name: step, exact: true })).toHaveAttribute('aria-current', 'step')
}

export const tick = (within: Page | Locator): Locator =>
  within.getByRole('checkbox', { name: 'I share experience, I do not give immigration advice' })

export const SUCCESS = 'Mentor data with image uploaded successfully!'

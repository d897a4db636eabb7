import { ADVICE } from '#domain/mentors/advice'
import { NO_TRANSLATIONS, type Translations } from '#domain/site-settings'
import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '#server/platform/config'
import { appContext, type App } from '#server/context'
import { inLanguage } from '#server/platform/language/language'
import { loader as readPrivacy } from '../../routes/public/site/privacy.tsx'
import { loader as readTerms } from '../../routes/public/site/terms.tsx'
import { loader as readGallery } from '../../routes/public/site/ui-gallery.tsx'
import { readFigures } from '../home/figures.ts'

/** What these pages need of the product, with the arguments of a loader. */
function readTexts(
  env: Record<string, string>,
  texts: Pick<App['texts'], 'terms' | 'privacy'>,
  translations: Translations = NO_TRANSLATIONS,
) {
  const config = loadConfig(env)
  if (!config.ok) throw new Error(config.error)
  const context = new RouterContextProvider()
  context.set(appContext, { config: config.value, texts: { ...texts, advice: ADVICE, translations } } as App)
  return { context } as unknown as Parameters<typeof readTerms>[0] &
    Parameters<typeof readPrivacy>[0] &
    Parameters<typeof readGallery>[0]
}

const LIVE = {
  LANDFALL_MODE: 'live',
  PUBLIC_URL: 'https://landfall.example',
  DATABASE_URL: 'postgres://landfall@db.example/landfall',
  STORAGE_FOLDER: '/srv/files',
  STRIPE_SECRET_KEY: 'sk_live_1',
  AUTH_SECRET: 'p3KzR0vYc9mQwT7uXfB2nLh6sJdGa1EoViU4ZkC8yNM=',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'bookings@landfall.test',
  SUPPORT_EMAIL: 'help@landfall.test',
  TERMS_FILE: 'terms.txt',
  PRIVACY_FILE: 'privacy.txt',
  TRUSTED_PROXIES: 'none',
  TERMS_VERSION: '2027-03-01',
}

describe('a live site', () => {
  const live = readTexts(LIVE, { terms: '# Ours\n\nTerms.', privacy: 'Our notice.' })

  it('shows the operator’s own texts, with their version', () => {
    expect(readTerms(live)).toEqual({ text: '# Ours\n\nTerms.', version: '2027-03-01', own: true })
    expect(readPrivacy(live)).toMatchObject({ text: 'Our notice.', version: '2027-03-01', own: true })
  })

  it('has no page of components', () => {
    expect(() => readGallery(live)).toThrow(expect.objectContaining({ init: { status: 404 } }))
  })
})

describe('a live site in Spanish', () => {
  const own = { terms: 'Be kind.', privacy: 'Our notice.' }
  const translations = {
    ...NO_TRANSLATIONS,
    terms: { es: { text: 'Sé amable.', sourceVersion: '2027-03-01' } },
    privacy: { es: { text: 'Lo nuestro.', sourceVersion: '2026-12-01' } },
  }
  const live = readTexts(LIVE, own, translations)
  const inEnglish = { lang: 'en' }

  it('shows the operator’s text in Spanish', () => {
    expect(inLanguage('es', () => readTerms(live))).toEqual({ text: 'Sé amable.', version: '2027-03-01', own: true })
    expect(readTerms(live)).toMatchObject({ text: 'Be kind.' })
  })

  it('shows the English text, marked as English, where none is written or the one that is translates an earlier version', () => {
    expect(inLanguage('fr', () => readTerms(live))).toMatchObject({ text: 'Be kind.', langAttributes: inEnglish })
    expect(inLanguage('es', () => readPrivacy(live))).toMatchObject({ text: 'Our notice.', langAttributes: inEnglish })
  })

  it('shows the operator’s statistics in Spanish as long as they have the numbers of the English ones', async () => {
    const home = [{ value: '150+', of: 'mentees' }]
    const spanish = [{ value: '150+', of: 'aprendices' }]
    const read = (sourceVersion: string) => {
      const figures = { es: { home: spanish, about: null, sourceVersion } }
      const config = { FIGURES: home, ABOUT_FIGURES: home, FIGURES_AS_OF: '2027-01-01' }
      const app = { config, texts: { translations: { ...NO_TRANSLATIONS, figures } } } as unknown as App
      return inLanguage('es', () => Promise.all([readFigures(app, 'home'), readFigures(app, 'about')]))
    }
    const english = { figures: home, asOf: '2027-01-01', langAttributes: inEnglish }
    expect(await read('2027-01-01|150+|150+')).toEqual([{ figures: spanish, asOf: '2027-01-01' }, english])
    expect(await read('2027-01-01|140+|150+')).toEqual([english, english])
  })
})

describe('a demo', () => {
  const demo = readTexts({}, { terms: null, privacy: null })

  it('shows texts of its own, and says whose they are', () => {
    for (const legal of [readTerms(demo), readPrivacy(demo)]) {
      expect(legal).toMatchObject({ version: '2026-11', own: false })
      expect(legal.text).toMatch(/^# /m)
    }
  })

  it('shows its components', () => {
    expect(readGallery(demo)).toBeNull()
  })
})

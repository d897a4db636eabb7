import { ADVICE } from '#domain/mentors/advice'
import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { loadConfig } from '#server/platform/config'
import { appContext, type App } from '#server/context'
import { loader as readPrivacy } from '../../routes/public/site/privacy.tsx'
import { loader as readTerms } from '../../routes/public/site/terms.tsx'
import { loader as readGallery } from '../../routes/public/site/ui-gallery.tsx'

/** What these pages need of the product, with the arguments of a loader. */
function readTexts(env: Record<string, string>, texts: App['texts']) {
  const config = loadConfig(env)
  if (!config.ok) throw new Error(config.error)
  const context = new RouterContextProvider()
  context.set(appContext, { config: config.value, texts } as App)
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
  const live = readTexts(LIVE, { terms: '# Ours\n\nTerms.', privacy: 'Our notice.', advice: ADVICE })

  it('shows the operator’s own texts, with their version', () => {
    expect(readTerms(live)).toEqual({ text: '# Ours\n\nTerms.', version: '2027-03-01', own: true })
    expect(readPrivacy(live)).toMatchObject({ text: 'Our notice.', version: '2027-03-01', own: true })
  })

  it('has no page of components', () => {
    expect(() => readGallery(live)).toThrow(expect.objectContaining({ init: { status: 404 } }))
  })
})

describe('a demo', () => {
  const demo = readTexts({}, { terms: null, privacy: null, advice: ADVICE })

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

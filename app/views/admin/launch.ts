/** The steps before a new live site opens, in words. Server side. */
import type { App } from '#server/context'
import { readLaunchProgress, type LaunchStep } from '#server/site/launch'
import * as m from '#messages/admin'
import type { LaunchView } from '../../ui/admin/launch.tsx'

type Words = { title: () => string; how: () => string; link?: { to: string; words: () => string } }

/** Null while nothing is to be done. */
export async function readLaunch(app: App): Promise<LaunchView | null> {
  const progress = await readLaunchProgress(app)
  if (!progress) return null
  const words = app.config.rehearsal ? { ...STEPS, payment: REHEARSED_PAYMENT } : STEPS
  return Object.entries(words).map(([step, { title, how, link }]) => {
    const state = progress[step as LaunchStep]
    return {
      title: state === 'not_needed' ? m.stepNotNeeded({ title: title() }) : title(),
      isDone: state !== 'open',
      how: how(),
      ...(link && { link: { to: link.to, words: link.words() } }),
    }
  })
}

const STEPS: Record<LaunchStep, Words> = {
  texts: {
    title: m.publishTexts,
    how: m.publishTextsHow,
  },
  mentor: {
    title: m.acceptMentor,
    how: m.acceptMentorHow,
    link: { to: '/become-a-mentor', words: m.mentorsPageLink },
  },
  payment: {
    title: m.testPayment,
    how: m.testPaymentHow,
    link: { to: '/mentors', words: m.mentors },
  },
  email: {
    title: m.testEmail,
    how: m.testEmailHow,
    link: { to: '/account/security', words: m.securityLink },
  },
  backup: {
    title: m.makeBackup,
    how: m.makeBackupHow,
  },
}

const REHEARSED_PAYMENT: Words = {
  ...STEPS.payment,
  how: m.rehearsePaymentHow,
}

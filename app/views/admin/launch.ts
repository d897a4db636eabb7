/** The steps before a new live site opens, in words. Server side. */
import type { App } from '#server/context'
import { readLaunchProgress, type LaunchStep } from '#server/site/launch'
import type { LaunchView } from '../../ui/admin/launch.tsx'

type Words = { title: string; how: string; link?: { to: string; words: string } }

/** Null while nothing is to be done. */
export async function readLaunch(app: App): Promise<LaunchView | null> {
  const progress = await readLaunchProgress(app)
  if (!progress) return null
  const words = app.config.rehearsal ? { ...STEPS, payment: REHEARSED_PAYMENT } : STEPS
  return Object.entries(words).map(([step, { title, ...rest }]) => {
    const state = progress[step as LaunchStep]
    return {
      title: state === 'not_needed' ? `${title}: not needed while every session is free` : title,
      isDone: state !== 'open',
      ...rest,
    }
  })
}

const STEPS: Record<LaunchStep, Words> = {
  texts: {
    title: 'Publish your terms and your privacy notice',
    how: 'Name your files in TERMS_FILE and PRIVACY_FILE, then restart.',
  },
  mentor: {
    title: 'Accept your first mentor',
    how: 'Invite a mentor to apply. Their application then appears under “Pending mentor schedules”.',
    link: { to: '/become-a-mentor', words: 'Page for mentors' },
  },
  payment: {
    title: 'Test a payment',
    how: 'Book a session with your own card, then cancel it with a full refund. Done when the payment service has reported the payment.',
    link: { to: '/mentors', words: 'Mentors' },
  },
  email: {
    title: 'Test email',
    how: 'Change your password: an email confirms it. Done when your mail server has accepted an email.',
    link: { to: '/account/security', words: 'Security' },
  },
  backup: {
    title: 'Make a backup',
    how: 'Run “bin/landfall backup” with a folder on the server. Then restore it into another database, to know that you can.',
  },
}

const REHEARSED_PAYMENT: Words = {
  ...STEPS.payment,
  how: 'Book a session with the test card 4242 4242 4242 4242. Done when the payment service has reported the payment.',
}

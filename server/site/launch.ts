/** What is left to do before a new live site opens, as far as its data prove. */
import { minutesAfter } from '#domain/time/wall-time'
import type { App } from '#server/context'
import { readLaunchProof } from '#server/site/launch-queries'

const DAY_MINUTES = 1_440

export type LaunchStep = 'texts' | 'mentor' | 'payment' | 'email' | 'backup'
type LaunchProgress = Record<LaunchStep, 'done' | 'not_needed' | 'open'>

/** Null for a demo, which has nothing to open, and once nothing is open. */
export async function readLaunchProgress(app: App): Promise<LaunchProgress | null> {
  const { db, config, texts } = app
  if (config.mode !== 'live') return null
  const proof = await readLaunchProof(db, minutesAfter(app.now(), -config.KEEP_PAYMENT_EVENT_DAYS * DAY_MINUTES))
  const progress: LaunchProgress = {
    texts: texts.terms !== null && texts.privacy !== null ? 'done' : 'open',
    mentor: proof.hasMentor ? 'done' : 'open',
    payment: proof.hasPayment ? 'done' : proof.sellsNothing ? 'not_needed' : 'open',
    email: proof.hasSentEmail ? 'done' : 'open',
    backup: proof.hasBackup ? 'done' : 'open',
  }
  return Object.values(progress).includes('open') ? progress : null
}

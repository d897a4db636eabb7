/**
 * One key for all spellings of an email address that reach one mailbox, for comparing only: email goes to the address as
 * it was typed. The database computes the same by `email_key` (migration 0011); a test holds the two together.
 *
 * Source: RFC 5233 (what follows a plus sign is detail); support.google.com/mail/answer/7436150 (dots do not matter,
 * googlemail.com is gmail.com). Dots matter elsewhere, so they stay.
 */
export function emailKey(address: string): string {
  const lower = address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
  const at = lower.lastIndexOf('@')
  if (at < 0) return lower
  const local = lower.slice(0, at)
  const plain = local.split('+', 1)[0] || local
  const domain = lower.slice(at + 1)
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${plain}@${domain}`
  return `${plain.replaceAll('.', '') || plain}@gmail.com`
}

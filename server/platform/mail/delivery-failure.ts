/** Reads from a failed delivery whose fault it was and whether trying again can help. */

/**
 * `blame`: `server` when no email would have been accepted. `isFinal`: it would fail again for ever. `code`: the server's
 * status such as "550 5.1.1", or the name of what happened; never its words, which may hold an address.
 */
export type DeliveryFailure = { blame: 'server' | 'mail'; isFinal: boolean; code: string }

type SmtpError = { code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown }

export function deliveryFailure(error: unknown): DeliveryFailure {
  const { code, command, responseCode, response } = error as SmtpError
  const name = typeof code === 'string' ? code : 'EUNKNOWN'
  if (typeof responseCode !== 'number') {
    // An address that cannot be written in a command is refused before anything is sent.
    if (name === 'EENVELOPE') return { blame: 'mail', isFinal: true, code: 'EENVELOPE' }
    const isServers = /^(ECONNECTION|ESOCKET|ETIMEDOUT|ETLS|EDNS|EAUTH|EPROTOCOL)$/.test(name)
    return { blame: isServers ? 'server' : 'mail', isFinal: false, code: name }
  }
  const enhanced = typeof response === 'string' ? (/^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1] ?? '') : ''
  const status = `${responseCode} ${enhanced}`.trim()
  // Before the recipient is named, a refusal is about us: our password, our address, or a server that is closing.
  const isOurs = responseCode === 421 || (command !== 'RCPT TO' && command !== 'DATA')
  return { blame: isOurs ? 'server' : 'mail', isFinal: !isOurs && responseCode >= 500, code: status }
}

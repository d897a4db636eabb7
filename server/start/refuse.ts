import * as m from '#messages/operators'

/** Exits, with a line for each thing that the operator has to change. */
export function refuseToStart(lines: string): never {
  for (const line of lines.split('\n')) process.stderr.write(`${m.cannotStart({ reason: line })}\n`)
  process.exit(1)
}

/** Exits, because a port cannot be opened. `code`: the system's for why. */
export function refusePort(setting: 'PORT' | 'METRICS_PORT', port: number, host: string, code = ''): never {
  if (code === 'EADDRINUSE') refuseToStart(m.portTaken({ setting, port: String(port) }))
  refuseToStart(m.portClosed({ setting, port: String(port), host, code }))
}

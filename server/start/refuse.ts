/** Exits with one line that says what the operator has to change. */
export function refuseToStart(line: string): never {
  process.stderr.write(`Landfall cannot start. ${line}\n`)
  process.exit(1)
}

/** Exits, with a line for each thing that the operator has to change. */
export function refuseToStart(lines: string): never {
  for (const line of lines.split('\n')) process.stderr.write(`Landfall cannot start. ${line}\n`)
  process.exit(1)
}

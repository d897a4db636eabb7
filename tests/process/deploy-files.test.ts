/** The proxy files and units under deploy/, read by the programs that they are for. */
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { obtainProgram } from '../../scripts/deploy-programs.ts'
import { SERVER_CERTIFICATE, SERVER_KEY } from '../support/database/certificate.ts'
import { freePorts } from '../support/http/free-port.ts'
import { writeNginxFile } from '../support/product/proxies.ts'
import { folder, useFolder } from '../support/folder.ts'

useFolder()

const read = (file: string) => readFileSync(`deploy/${file}`, 'utf8')
const write = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

/** What the program says, and how it ends. */
function run(program: string, args: string[], env = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, { env: { ...process.env, ...env }, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

it('nginx.conf is understood by nginx, without a warning', async () => {
  const [port, other] = await freePorts(2)
  const site = read('nginx.conf')
    .replace('listen 443', `listen ${port}`)
    .replace('listen 80', `listen ${other}`)
    .replace(/(?<=ssl_certificate ).*(?=;)/, write('certificate.pem', SERVER_CERTIFICATE))
    .replace(/(?<=ssl_certificate_key ).*(?=;)/, write('key.pem', SERVER_KEY))
  const { status, output } = run(obtainProgram('nginx'), [
    '-t',
    '-q',
    '-c',
    writeNginxFile(folder, site),
    '-e',
    'stderr',
  ])
  expect([status, output]).toEqual([0, ''])
})

it('Caddyfile is understood by Caddy, for one address and several processes', () => {
  const env = { HOME: folder, SITE_ADDRESS: 'https://landfall.example', PROCESSES: 'web1:3000 web2:3000' }
  const args = ['--adapter', 'caddyfile', '--config', 'deploy/Caddyfile']
  const { status, output } = run(obtainProgram('caddy'), ['validate', ...args], env)
  expect(status, output).toBe(0)
  expect(output).not.toContain('"level":"warn"')
  const adapted = execFileSync(obtainProgram('caddy'), ['adapt', ...args], { env, encoding: 'utf8', stdio: 'pipe' })
  expect(adapted).toContain('"upstreams":[{"dial":"web1:3000"},{"dial":"web2:3000"}]')
})

const UNITS = ['landfall@.service', 'landfall-backup.service', 'landfall-backup.timer']

it.each(UNITS)('%s is understood by systemd, without a warning', (unit) => {
  if (spawnSync('systemd-analyze', ['--version']).error)
    throw new Error('No systemd-analyze to read the units. On Debian or Ubuntu: apt-get install systemd')
  // A program that exists: the release is not installed here. And the service that the timer starts.
  const there = (name: string) => read(name).replace(/^(ExecStart\w*=)\S+/gm, `$1${process.execPath}`)
  write('landfall-backup.service', there('landfall-backup.service'))
  const file = write(unit.replace('@', '@3001'), there(unit))
  expect(run('systemd-analyze', ['verify', '--man=no', file])).toEqual({ status: 0, output: '' })
})

/** nginx and Caddy with the files under deploy/, on a port without TLS, before processes on this machine. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { obtainProgram, type ProxyName } from '../../../scripts/deploy-programs.ts'

/** `port` is the proxy's, `processes` are those of two processes that serve. */
type ProxyPorts = { port: number; processes: [number, number] }

/** `output`: what it has said, such as why a request failed. */
type Proxy = { output(): string; stop(): Promise<void> }

const START_MS = 20_000

/** Starts it, and waits until a request through it gets a response. Ended with the tests' process at the latest. */
export async function startProxy(name: ProxyName, ports: ProxyPorts): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), 'landfall-proxy-'))
  const proxy = name === 'nginx' ? startNginx(ports, folder) : startCaddy(ports, folder)
  let output = ''
  for (const stream of [proxy.stdout, proxy.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk))
  const end = () => proxy.kill('SIGTERM')
  process.once('exit', end)
  const until = performance.now() + START_MS
  while (!(await answers(ports.port))) {
    if (proxy.exitCode !== null || performance.now() > until) throw new Error(`${name} does not answer:\n${output}`)
    await pause(50)
  }
  return {
    output: () => output,
    async stop() {
      process.off('exit', end)
      if (proxy.exitCode === null && end()) await once(proxy, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://localhost:${port}/livez`).then(
    ({ ok }) => ok,
    () => false,
  )
}

function startNginx(ports: ProxyPorts, folder: string): ChildProcess {
  const [site = ''] = readFileSync('deploy/nginx.conf', 'utf8').split(/^server \{\n {4}listen 80;/m)
  const plain = site
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${ports.port}`)
    .replace('server_name landfall.example', 'server_name localhost')
    .replace(/^\s*ssl_.*\n/gm, '')
    .replace('127.0.0.1:3001', `127.0.0.1:${ports.processes[0]}`)
    .replace('127.0.0.1:3002', `127.0.0.1:${ports.processes[1]}`)
    .replace('Host $host', 'Host $http_host') // With the port, which a public address does not have.
  const file = writeNginxFile(folder, plain)
  return spawn(obtainProgram('nginx'), ['-c', file, '-p', folder, '-e', 'stderr', '-g', 'daemon off;'])
}

/** A whole file for nginx around one for its conf.d/. Everything that it writes is in the folder. */
export function writeNginxFile(folder: string, site: string): string {
  const file = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder};`)
  const user = process.getuid?.() === 0 ? 'user root;' : '' // Another could not write into the folder.
  writeFileSync(
    file,
    `${user} pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary.join(' ')} ${site} }`,
  )
  return file
}

function startCaddy(ports: ProxyPorts, folder: string): ChildProcess {
  const processes = ports.processes.map((port) => `127.0.0.1:${port}`).join(' ')
  const address = `http://localhost:${ports.port}`
  // The shipped file has no such options, and two Caddys on one machine would share a port of administration.
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n}\nimport ${resolve('deploy/Caddyfile')}\n`)
  const args = ['run', '--adapter', 'caddyfile', '--config', file]
  const env = { PATH: process.env['PATH'], HOME: folder, SITE_ADDRESS: address, PROCESSES: processes }
  return spawn(obtainProgram('caddy'), args, { env })
}

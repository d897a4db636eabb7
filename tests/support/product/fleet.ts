/** Several processes of the product behind a proxy with its shipped file, which a test kills, stops and starts again. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ProxyName } from '../../../scripts/deploy-programs.ts'
import { freePorts } from '../http/free-port.ts'
import { newDataFolder, startProduct, type Product } from './processes.ts'
import { startProxy } from './proxies.ts'

const VISITED_MS = 30_000

type Role = 'all' | 'web' | 'worker'

/** `roles`: of each process, the two that serve first. `replica`: the address of a copy of the database to read from. */
type FleetOptions = {
  proxy: ProxyName
  databaseUrl: string
  roles?: [Role, Role, ...Role[]]
  replica?: string
  data?: string
  build?: string
  env?: Record<string, string>
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>

/** Waits until all are ready and the proxy answers. */
export async function startFleet({ proxy: name, databaseUrl, replica, build, env, ...rest }: FleetOptions) {
  const { roles = ['all', 'all'], data = newDataFolder() } = rest
  const [port, ...ports] = (await freePorts(1 + roles.length)) as [number, number, number, ...number[]]
  const origin = `http://localhost:${port}`
  const launch = (n: number): Promise<Product> =>
    startProduct({
      data,
      ...(build && { build }),
      env: {
        DATABASE_URL: databaseUrl,
        ...(replica && { DATABASE_REPLICA_URL: replica }),
        PORT: String(ports[n]),
        PUBLIC_URL: origin,
        ROLE: roles[n]!,
        TRUSTED_PROXIES: '127.0.0.0/8',
        ...env,
      },
    })
  const products = [await launch(0), ...(await Promise.all(roles.slice(1).map((_, n) => launch(n + 1))))] // The first migrates.
  const proxy = await startProxy(name, { port, processes: [ports[0], ports[1]] })

  return {
    origin,
    products,
    proxy,
    /** As a machine does that goes away. */
    async kill(n: number): Promise<void> {
      products[n]!.kill('SIGKILL')
      await products[n]!.exited
    },
    /** Starts it again at its port, and waits until it is ready. */
    async start(n: number): Promise<void> {
      products[n] = await launch(n)
    },
    /**
     * As an operator does: SIGTERM, and a new one once the old one has ended by itself. Waits until the proxy has seen that it is
     * back, and sends it visitors.
     */
    async restart(n: number): Promise<void> {
      const { code, output } = await products[n]!.stop()
      if (code !== 0) throw new Error(`It ended with exit code ${code}:\n${output}`)
      products[n] = await launch(n)
      const until = performance.now() + VISITED_MS
      while (!(await isVisited(ports[n]!))) {
        if (performance.now() > until) throw new Error('The proxy sends it no request')
        await pause(50)
      }
    },
    async stop(): Promise<void> {
      await proxy.stop()
      for (const product of products) product.kill('SIGKILL')
      await Promise.all(products.map(({ exited }) => exited))
    },
  }
}

/** Whether the process at this port has served the list of mentors, or one of them. */
async function isVisited(port: number): Promise<boolean> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return /^landfall_request_duration_seconds_count\{route="\/mentors["/]/m.test(metrics)
}

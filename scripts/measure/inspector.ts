/** What a running product holds in memory and open, read through Node's inspector (`NODE_OPTIONS: INSPECTED`). */
import { once } from 'node:events'

export const INSPECTED = '--inspect=127.0.0.1:0'

/** `code`: what the engine has compiled, and what it knows of it; part of `heapUsed`. */
type Held = { heapUsed: number; external: number; rss: number; code: number; resources: number }

const READ = `JSON.stringify({
  ...process.memoryUsage(),
  resources: process.getActiveResourcesInfo().length,
  code: process.getBuiltinModule('node:v8').getHeapSpaceStatistics()
    .filter(({ space_name: name }) => /code|trusted/.test(name))
    .reduce((sum, { space_used_size: used }) => sum + used, 0),
})`

/** `output`: what the process has printed, with the inspector's address in it. */
export async function openInspector(output: string) {
  const [address] = /ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(output) ?? []
  if (!address) throw new Error('The process has no inspector')
  const socket = new WebSocket(address)
  await once(socket, 'open')
  let requested = 0
  const send = async (method: string, params: object = {}): Promise<{ result?: { value?: string } }> => {
    const id = (requested += 1)
    socket.send(JSON.stringify({ id, method, params }))
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>]
      const answer = JSON.parse(data) as { id?: number; result: { result?: { value?: string } } }
      if (answer.id === id) return answer.result
    }
  }
  return {
    /** After garbage collection. Memory is in bytes. */
    async read(): Promise<Held> {
      await send('HeapProfiler.collectGarbage')
      await send('HeapProfiler.collectGarbage') // Again, since finalizers of the first let go of more.
      const { result } = await send('Runtime.evaluate', { expression: READ })
      return JSON.parse(result?.value ?? '') as Held
    },
    close: () => socket.close(),
  }
}

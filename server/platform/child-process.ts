/**
 * A child process that does one task at a time, for work that must not take the product's own threads or memory: decoding pictures,
 * reading calendars, rendering documents (decisions 0018, 0026, 0070).
 *
 *   nothing ─ first task ─▶ running ─ idle, or it may not stay ─▶ ended; the next task starts another
 *                              │
 *                              └─ too slow, crashed ─▶ killed; that task fails, the next ones do not
 */
import { fork, type ChildProcess as Fork } from 'node:child_process'
import { once } from 'node:events'

/** `ended`: without a response, since it crashed or was too slow. `closed`: by `close`. */
type Outcome<Response> = { response: Response } | 'ended' | 'closed'

type ChildProcess<Task, Response> = {
  /** Does the task after those before it. Throws if the process cannot be started. */
  run(task: Task): Promise<Outcome<Response>>
  /** Tasks that wait or are being done. */
  count(): number
  /** Ends the process. The task under way and waiting ones are `closed`. */
  close(): Promise<void>
}

type ChildOptions<Response> = {
  /** What errors call it, such as "picture process". */
  name: string
  args?: string[]
  /** Megabytes of JavaScript values. */
  heapMb: number
  /** All of the environment: the product's settings hold its secrets. */
  env: Record<string, string>
  /** Elapsed time per task, in milliseconds. */
  deadlineMs: number
  /** How long the process stays without work, in milliseconds. */
  idleMs: number
  /** Whether the process stays after a response. By default it does. */
  mayStay?: (response: Response) => boolean
}

/** `worker`: the URL of the script that the process runs, and that responds to each message with one. */
export function openChildProcess<Task extends object, Response>(
  worker: URL,
  { name, args = [], heapMb, env, deadlineMs, idleMs, mayStay = () => true }: ChildOptions<Response>,
): ChildProcess<Task, Response> {
  let child: Fork | null = null
  let idle: NodeJS.Timeout | undefined
  let count = 0
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  const start = () => {
    const started = fork(worker, args, {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${heapMb}`],
      env,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.on('error', () => {}) // `ask` listens too. Any other time, such as when ending it fails, would end the product.
    if (started.pid === undefined) throw new Error(`The ${name} could not be started`) // No file is free, say.
    started.once('exit', () => child === started && (child = null))
    started.unref()
    started.channel?.unref()
    return started
  }
  const end = () => {
    child?.kill('SIGKILL')
    child = null
  }
  const runNow = async (task: Task): Promise<Outcome<Response>> => {
    if (isClosed) return 'closed'
    clearTimeout(idle)
    child ??= start()
    const answer = await ask<Response>(child, task, deadlineMs)
    if (!answer || !mayStay(answer.response)) end()
    idle = setTimeout(end, idleMs).unref()
    return answer ?? (isClosed ? 'closed' : 'ended')
  }

  return {
    run(task) {
      count += 1
      const turn = last.then(() => runNow(task)).finally(() => (count -= 1))
      last = turn.catch(() => {})
      return turn
    },
    count: () => count,
    async close() {
      isClosed = true
      clearTimeout(idle)
      const ended = child
      end()
      if (!ended || ended.exitCode !== null || ended.signalCode !== null) return
      ended.ref() // Nothing else may keep a command running until then.
      await once(ended, 'exit')
    },
  }
}

/** Null if the process ended without a response, or was too slow and must be ended. */
async function ask<Response>(child: Fork, task: object, deadlineMs: number): Promise<{ response: Response } | null> {
  const settled = new AbortController()
  const { signal } = settled
  child.ref()
  const deadline = Promise.withResolvers<null>()
  const timer = setTimeout(deadline.resolve, deadlineMs, null)
  try {
    child.send(task, () => {}) // An error means that the process is gone, which its exit reports.
    return await Promise.race([
      once(child, 'message', { signal }).then(([response]) => ({ response: response as Response })), // Throws on an `error` event.
      once(child, 'exit', { signal }).then(() => null),
      deadline.promise,
    ])
  } finally {
    clearTimeout(timer)
    settled.abort()
    child.unref()
  }
}

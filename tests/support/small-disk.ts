/**
 * Small file systems in memory, which tests fill up. Mounting takes Linux and root, else `sudo`. They are
 * unmounted with the tests' process, and those of a process that was killed by the next one.
 */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, rmdirSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './product/living.ts'

const PREFIX = 'landfall-disk-'
const BLOCK = 4_096

export type SmallDisk = {
  path: string
  /** Leaves not a block free. */
  fill(): void
  /** Removes what `fill` wrote. */
  makeRoom(): void
  unmount(): void
}

/** `owner`: the only user who may use it, by default this one. */
export function mountSmallDisk(megabytes: number, owner = process.getuid?.() ?? 0): SmallDisk {
  unmountAbandoned()
  const path = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`))
  try {
    asRoot('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700,uid=${owner}`, 'landfall', path)
  } catch (error) {
    rmdirSync(path)
    throw new Error(
      'This test fills up a small file system, which it may not mount here. Run it on Linux as root (in a container with --cap-add SYS_ADMIN), or as a user who may use sudo without a password.',
      { cause: error },
    )
  }
  const unmount = () => {
    process.off('exit', unmount)
    unmountFrom(path)
  }
  process.once('exit', unmount)
  const ballast = join(path, 'ballast')
  return {
    path,
    fill() {
      const file = openSync(ballast, 'a')
      try {
        for (const zeros = Buffer.alloc(BLOCK); ;) writeSync(file, zeros)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(ballast),
    unmount,
  }
}

function asRoot(...command: string[]): void {
  const [program, ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command]
  execFileSync(program!, args, { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Also where a process still has a file open. */
function unmountFrom(path: string): void {
  asRoot('umount', '--lazy', path)
  rmdirSync(path)
}

function unmountAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const pid = Number(name.slice(PREFIX.length).split('-')[0])
    if (!isAlive(pid)) unmountFrom(join(tmpdir(), name))
  }
}

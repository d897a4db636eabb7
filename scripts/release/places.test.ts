import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { shareRelease, switchTo, tidy } from './places.ts'
import { folder, useFolder } from '../../tests/support/folder.ts'

useFolder()

/** A release whose build has these scripts, shared and made the current one. */
async function release(name: string, scripts: string[]): Promise<void> {
  const own = join(folder, 'releases', name, 'build/client/assets')
  mkdirSync(own, { recursive: true })
  for (const script of scripts) writeFileSync(join(own, script), `// ${script}`)
  await shareRelease(folder, join(folder, 'releases', name))
  await switchTo(folder, name)
  await tidy(folder)
}

const shared = () => readdirSync(join(folder, 'assets')).toSorted()

/** As if nothing had been used or changed for this long. */
function wait(hours: number): void {
  const then = new Date(Date.now() - hours * 3_600_000)
  for (const script of shared()) utimesSync(join(folder, 'assets', script), then, then)
}

describe('an installation', () => {
  it('keeps the scripts of the release before for a day after the switch', async () => {
    await release('1', ['home-a.js', 'list-a.js'])
    wait(240)
    await release('2', ['home-b.js', 'list-a.js'])
    expect(shared()).toEqual(['home-a.js', 'home-b.js', 'list-a.js'])
    wait(25)
    await release('3', ['home-c.js', 'list-a.js'])
    expect(shared()).toEqual(['home-b.js', 'home-c.js', 'list-a.js'])
    expect(readFileSync(join(folder, 'assets/home-c.js'), 'utf8')).toBe('// home-c.js')
  })

  it('links to the release in use, keeps two others, and goes back to one that it has kept', async () => {
    for (const name of ['1', '2', '3', '4']) await release(name, [`home-${name}.js`])
    expect(readlinkSync(join(folder, 'current'))).toBe('releases/4')
    await switchTo(folder, '2')
    await tidy(folder)
    expect(existsSync(join(folder, 'current/build/client/assets/home-2.js'))).toBe(true)
    expect(readdirSync(join(folder, 'releases')).toSorted()).toEqual(['2', '3', '4'])
  })
})

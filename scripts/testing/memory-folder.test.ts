import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeMemoryFolder } from './memory-folder.ts'

const NO_PROCESS = 2 ** 22 + 1

describe('makeMemoryFolder', () => {
  const place = mkdtempSync(join(tmpdir(), 'plinth-memory-'))
  afterAll(() => rmSync(place, { recursive: true, force: true }))

  it('gives none where the system has no such place', () => {
    expect(makeMemoryFolder(join(place, 'missing'))).toBeUndefined()
  })

  it('gives one that every user may use, where there is room', () => {
    const folder = makeMemoryFolder(place)
    if (folder) expect(statSync(folder).mode & 0o7777).toBe(0o1777)
  })

  it('removes what a killed run left hours ago, and nothing of a run that may go on', () => {
    const [old, young] = [join(place, `plinth-test-${NO_PROCESS}-a`), join(place, `plinth-test-${NO_PROCESS}-b`)]
    for (const folder of [old, young]) mkdirSync(folder)
    utimesSync(old, 0, 0)
    makeMemoryFolder(place)
    expect([existsSync(old), existsSync(young)]).toEqual([false, true])
  })

  it('leaves a disk that a killed run has mounted, and goes on', () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    const old = join(place, `plinth-test-${NO_PROCESS}-c`)
    mkdirSync(join(old, 'disk'), { recursive: true })
    const { remove } = unremovable(old)
    onTestFinished(remove)
    utimesSync(old, 0, 0)
    makeMemoryFolder(place)
    expect(existsSync(old)).toBe(true)
    expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(`${old} stays`))
  })
})

/** By a mount where the system lets us; root may remove everything else. */
function unremovable(folder: string): { remove: () => void } {
  const disk = join(folder, 'disk')
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk]).status === 0)
    return { remove: () => spawnSync('umount', [disk]) }
  chmodSync(folder, 0o500)
  return { remove: () => chmodSync(folder, 0o700) }
}

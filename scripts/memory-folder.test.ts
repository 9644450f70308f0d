import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
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
})

import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../test/market/harness.ts'

const SERVER = fileURLToPath(new URL('../..', import.meta.url))

let server: TestServer
let copy: string
beforeAll(async () => {
  server = await openTestServer()
  copy = mkdtempSync(join(tmpdir(), 'plinth-code-'))
  cpSync(join(SERVER, 'src'), join(copy, 'src'), { recursive: true })
  symlinkSync(join(SERVER, '../../node_modules'), join(copy, 'node_modules'))
})
afterAll(async () => {
  await server?.close()
  rmSync(copy, { recursive: true, force: true })
})

describe('a process whose code is updated below it', () => {
  it('[F-30] stays ready, and says at its next start what the database lacks', async () => {
    const start = async (name: string): Promise<typeof import('./migrate.ts')> => {
      cpSync(join(copy, 'src'), join(copy, name), { recursive: true })
      return import(/* @vite-ignore */ join(copy, name, 'db/migrate.ts'))
    }
    const running = await start('before')
    expect(await running.findPending(server.context.db)).toEqual([])
    const added = 'db/migrations/29990101000000-later.ts'
    for (const folder of ['src', 'before']) writeFileSync(join(copy, folder, added), 'export const up = async () => undefined\n')
    expect(await running.findPending(server.context.db)).toEqual([])
    expect(await (await start('after')).findPending(server.context.db)).toEqual(['29990101000000-later'])
  })
})

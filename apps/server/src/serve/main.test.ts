/** @module-tag more */
import { mkdtempSync, rmSync } from 'node:fs'
import { connect as openSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@plinth/api'
import { startTestnet, type Testnet } from '@plinth/devnet'
import { loginText, toAddress } from '@plinth/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPng } from '../../test/content/files.ts'
import { openTestDatabase, type TestDatabase } from '../../test/database/database.ts'
import { chainOf, PEOPLE } from '../../test/market/harness.ts'
import { type RunningServer, startServer } from '../main.ts'

let testnet: Testnet
let database: TestDatabase
let server: RunningServer
const dataDir = mkdtempSync(join(tmpdir(), 'plinth-main-'))
const start = () =>
  startServer({ host: '127.0.0.1', port: 0, dataDir, databaseUrl: database.url, chains: [chainOf(testnet)], keys: testnet.keys })
beforeAll(async () => {
  testnet = await startTestnet()
  database = await openTestDatabase()
  server = await start()
})
afterAll(async () => {
  await server?.stop()
  await database?.close()
  await testnet?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function signIn() {
  const timestamp = Math.floor(Date.now() / 1_000)
  const signature = await PEOPLE.alice.signMessage({ message: loginText(server.context.config.site.loginMessage, timestamp) })
  const address = toAddress(PEOPLE.alice.address)
  return (await createClient({ baseUrl: server.url }).user.login({ address, signature, timestamp })).token
}
const client = (token: string) => createClient({ baseUrl: server.url, token: () => token })

describe('startServer', () => {
  it('serves calls, media and health on one port', async () => {
    const api = client(await signIn())
    const png = await aPng()
    const { url, cid } = await api.storage.upload({}, { files: [new File([new Uint8Array(png)], 'a.png')] })
    expect(Buffer.from(await (await fetch(server.url + url)).arrayBuffer())).toEqual(png)
    expect((await fetch(`${server.url}/ipfs/${cid}`)).headers.get('content-type')).toBe('image/png')
    expect((await api.config.fetch({})).network.chainId).toBe(31337)
    expect(await (await fetch(`${server.url}/healthz`)).json()).toEqual({ ok: true })
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
  })

  it('answers a huge body over a real connection in the envelope', async () => {
    const token = await signIn()
    const send = async (path: string, body: URLSearchParams | FormData) => {
      const response = await fetch(`${server.url}/api${path}`, { method: 'POST', body, headers: { 'Finger-Nft-Token': token } })
      return (await response.json()) as { errno: number }
    }
    expect((await send('/user/info', new URLSearchParams({ address: 'a'.repeat(2_000_000) }))).errno).toBe(402)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(60_000_000)]), 'big.png')
    expect((await send('/storage/upload', form)).errno).toBe(4402)
  })

  it('stops within 5 s although a client hangs on, and keeps everything', async () => {
    const token = await signIn()
    await client(token).user.setprofile({ nickname: 'Alice' })
    const { hostname, port } = new URL(server.url)
    const hanging = openSocket(Number(port), hostname, () =>
      hanging.write('POST /api/user/login HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\na'),
    )
    hanging.on('error', () => undefined)
    await sleep(100)
    const startedAt = performance.now()
    await server.stop()
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    await expect(fetch(server.url)).rejects.toThrow()

    server = await start()
    expect((await client(token).user.profile({})).user.nickname).toBe('Alice')
  })

  it('says why it can’t start', async () => {
    await expect(
      startServer({ host: '127.0.0.1', port: 0, dataDir, databaseUrl: database.url, chains: [], keys: testnet.keys }),
    ).rejects.toThrow('At least one chain')
    const nowhere = 'postgres://plinth:x@127.0.0.1:1/none'
    await expect(
      startServer({ host: '127.0.0.1', port: 0, dataDir, databaseUrl: nowhere, chains: [chainOf(testnet)], keys: testnet.keys }),
    ).rejects.toThrow('ECONNREFUSED')
  })
})

/** @module-tag more */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { joinSignature, recoverSigner } from '@plinth/protocol'
import { type Hex, keccak256, toHex } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findFreePort } from '../process/free-port.ts'
import { silentLogger } from '../process/log.ts'
import { holdKeys, KeyMissing } from './key-ring.ts'
import { connectRemoteKeys } from './remote-keys.ts'
import { startSignerService } from './signer-service.ts'

const KEYS = holdKeys({ miner: `0x${'03'.repeat(32)}`, feeSigner: `0x${'02'.repeat(32)}`, formerMiners: [`0x${'04'.repeat(32)}`] })
const TOKEN = 'a-secret-that-both-ends-share-0123456789'
const DIGEST = keccak256(toHex('an order'))

let folder = ''
const stops: (() => Promise<unknown>)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-signer-'))
})
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  rmSync(folder, { recursive: true, force: true })
})

async function serve(listen: string): ReturnType<typeof startSignerService> {
  const service = await startSignerService({ keys: KEYS, token: TOKEN, listen, log: silentLogger })
  stops.push(() => service.stop())
  return service
}

/** An external signer: its response to /sign. */
async function pretend(sign: () => { status: number; body: unknown }): Promise<string> {
  const server: Server = createServer((request, response) => {
    const { status, body } = request.url === '/keys' ? { status: 200, body: KEYS.addresses } : sign()
    response.writeHead(status).end(JSON.stringify(body))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  stops.push(() => new Promise((done) => server.close(done)))
  const address = server.address()
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`
}

describe('the signer process', () => {
  it('signs over TCP and over a socket of its own user, and announces its addresses', async () => {
    const port = await findFreePort()
    const socket = `unix:${join(folder, 'signer.sock')}`
    await serve(`127.0.0.1:${port}`)
    await serve(socket)
    expect(statSync(join(folder, 'signer.sock')).mode & 0o777).toBe(0o660)
    for (const url of [`http://127.0.0.1:${port}`, socket]) {
      const remote = await connectRemoteKeys({ url, token: TOKEN })
      expect(remote.addresses).toEqual(KEYS.addresses)
      const signature = await remote.sign('feeSigner', DIGEST)
      expect(signature).toEqual(await KEYS.sign('feeSigner', DIGEST))
      expect(await recoverSigner(DIGEST, signature)).toBe(KEYS.addresses.feeSigner)
    }
  })

  it('signs as each mint signer it holds, former ones included, and as no other', async () => {
    const socket = `unix:${join(folder, 'signer.sock')}`
    await serve(socket)
    for (const ring of [KEYS, await connectRemoteKeys({ url: socket, token: TOKEN })]) {
      expect(ring.formerMiners).toEqual(KEYS.formerMiners)
      for (const miner of [ring.addresses.miner, ...ring.formerMiners])
        expect(await recoverSigner(DIGEST, await ring.signAsMintSigner(miner, DIGEST))).toBe(miner)
      await expect(ring.signAsMintSigner(KEYS.addresses.feeSigner, DIGEST)).rejects.toThrow(KeyMissing)
    }
  })

  it('takes a socket over that a killed one left', async () => {
    const socket = `unix:${join(folder, 'signer.sock')}`
    await serve(socket)
    await serve(socket)
    expect((await connectRemoteKeys({ url: socket, token: TOKEN })).addresses).toEqual(KEYS.addresses)
  })

  it('answers no caller without the token, and signs nothing but a digest with a key it has', async () => {
    const port = await findFreePort()
    await serve(`127.0.0.1:${port}`)
    const ask = async (path: string, body: unknown, token = TOKEN) => {
      const sent = { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: JSON.stringify(body) }
      return (await fetch(`http://127.0.0.1:${port}${path}`, sent)).status
    }
    const good = { key: 'miner', digest: DIGEST }
    expect(await ask('/sign', good)).toBe(200)
    expect(await ask('/sign', good, `${TOKEN}0`)).toBe(401)
    expect((await fetch(`http://127.0.0.1:${port}/keys`)).status).toBe(401)
    for (const bad of [
      {},
      { key: 'operator', digest: DIGEST },
      { key: 'miner', digest: '0x12' },
      { key: 'miner', digest: DIGEST, address: KEYS.addresses.feeSigner },
      { key: 'feeSigner', digest: DIGEST, address: KEYS.formerMiners[0] },
      { key: 'miner', digest: 'x'.repeat(2_000) },
    ])
      expect(await ask('/sign', bad)).toBe(400)
    expect(await ask('/other', good)).toBe(404)
  })
})

describe('connectRemoteKeys', () => {
  it('waits for a signer that comes up later, and gives up with a sentence', async () => {
    const port = await findFreePort()
    const connecting = connectRemoteKeys({ url: `http://127.0.0.1:${port}`, token: TOKEN })
    setTimeout(() => void serve(`127.0.0.1:${port}`), 700)
    expect((await connecting).addresses).toEqual(KEYS.addresses)
    const nobody = connectRemoteKeys({ url: `http://127.0.0.1:${await findFreePort()}`, token: TOKEN }, 100)
    await expect(nobody).rejects.toThrow('The signer of SIGNER_URL does not serve: it can’t be reached.')
    await expect(connectRemoteKeys({ url: `http://127.0.0.1:${port}`, token: 'another' }, 100)).rejects.toThrow('it answers 401')
  })

  it('takes no signature by another key', async () => {
    const foreign = holdKeys({ miner: `0x${'05'.repeat(32)}`, feeSigner: `0x${'06'.repeat(32)}` })
    const signature: Hex = joinSignature(await foreign.sign('miner', DIGEST))
    const url = await pretend(() => ({ status: 200, body: { signature } }))
    await expect((await connectRemoteKeys({ url, token: TOKEN })).sign('miner', DIGEST)).rejects.toThrow(
      `The signer signed as ${foreign.addresses.miner} instead of ${KEYS.addresses.miner}`,
    )
    const broken = await pretend(() => ({ status: 500, body: {} }))
    await expect((await connectRemoteKeys({ url: broken, token: TOKEN })).sign('miner', DIGEST)).rejects.toThrow('it answers 500')
  })

  it('[F-32] gets each signature of those asked for while the signer restarts', async () => {
    const socket = `unix:${join(folder, 'signer.sock')}`
    const service = await serve(socket)
    const remote = await connectRemoteKeys({ url: socket, token: TOKEN })
    const digests = Array.from({ length: 20 }, (_, index) => keccak256(toHex(`order ${index}`)))
    const [before, stopped] = [digests.map((digest) => remote.sign('miner', digest)), service.stop()]
    await stopped
    const away = digests.map((digest) => remote.sign('miner', digest))
    await serve(socket)
    const wanted = await Promise.all(digests.map((digest) => KEYS.sign('miner', digest)))
    expect([await Promise.all(before), await Promise.all(away)]).toEqual([wanted, wanted])
  })

  it('[F-33] reports when the signer is dead, has other keys, or is back', async () => {
    const socket = `unix:${join(folder, 'signer.sock')}`
    const service = await serve(socket)
    const remote = await connectRemoteKeys({ url: socket, token: TOKEN }, 30_000, 0)
    await remote.examine?.()
    await service.stop()
    // Probes within a second share one question.
    await remote.examine?.()
    const examined = (says: string) => vi.waitFor(() => expect(remote.examine?.()).rejects.toThrow(says), { timeout: 5_000, interval: 100 })
    await examined('it can’t be reached')
    await expect(remote.sign('miner', DIGEST)).rejects.toThrow('it can’t be reached')
    const others = holdKeys({ miner: `0x${'05'.repeat(32)}`, feeSigner: `0x${'06'.repeat(32)}` })
    const impostor = await startSignerService({ keys: others, token: TOKEN, listen: socket, log: silentLogger })
    await examined('it holds other keys than at the start of this process').finally(impostor.stop)
    await serve(socket)
    await vi.waitFor(() => remote.examine?.(), { timeout: 5_000, interval: 100 })
  })
})

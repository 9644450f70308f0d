/** @module-tag more */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callRpc, chainControls, findFreePort, type LocalChain, startChain } from '@plinth/devnet'
import { toAddress } from '@plinth/protocol'
import { type Hex, parseEther, toFunctionSelector } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readServeSettings } from '../../apps/server/src/serve/settings.ts'
import { type Ended, runCommand } from './run-command.ts'

/** One of the shipped networks, by its chain id. */
const CHAIN_ID = 56
const OPERATOR = toAddress(`0x${'0a'.repeat(20)}`)

describe('npm run deploy, with the keys of npm run keys', { timeout: 120_000 }, () => {
  let folder: string
  let chain: LocalChain
  let first: Ended
  const passphrase = () => join(folder, 'passphrase')
  const keys = () => join(folder, 'keys')
  const record = () => join(folder, 'record.json')
  const addressOf = (name: string) => toAddress(`0x${JSON.parse(readFileSync(join(keys(), `${name}.json`), 'utf8')).address}`)
  const sent = async () => Number(await callRpc<Hex>(chain.rpcUrl, 'eth_getTransactionCount', [addressOf('deployer'), 'latest']))

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plinth-deploy-'))
    writeFileSync(passphrase(), 'correct horse battery staple', { mode: 0o600 })
    chain = await startChain({ chainId: CHAIN_ID, port: await findFreePort(), dataDir: join(folder, 'chain'), blockTimeS: 0 })
  })
  afterAll(async () => {
    await chain?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function deploy(to = record(), ...more: string[]): Promise<Ended> {
    const who = ['--operator', OPERATOR, '--keys', keys(), '--passphrase-file', passphrase()]
    return runCommand(['deploy', '--chain', String(CHAIN_ID), ...who, '--record', to, '--confirmations', '1', ...more], {
      RPC_URL: chain.rpcUrl,
    })
  }

  it('says how much a deployer without coins needs, and sends nothing', async () => {
    expect((await runCommand(['keys', '--to', keys(), '--passphrase-file', passphrase()])).code).toBe(0)
    const { code, printed } = await deploy()
    expect([code, printed]).toEqual([
      1,
      expect.stringMatching(/^The deployer 0x\w{40} has 0 coins and needs about 0\.\d+ at today's gas price\.\n$/),
    ])
    expect(existsSync(record())).toBe(false)
  })

  it('deploys the market and prints nothing but its entry for PLINTH_CHAINS', async () => {
    await chainControls(chain.rpcUrl).setBalance(addressOf('deployer'), parseEther('10'))
    first = await deploy()
    expect(first.code).toBe(0)
    expect(first.printed).toContain('The contracts are deployed and read back.\n')
    const { contracts, ...entry } = JSON.parse(first.out)
    expect(entry).toMatchObject({ chainId: CHAIN_ID, rpcUrls: [chain.rpcUrl], payTokens: [] })
    for (const address of Object.values(contracts)) {
      const code = await callRpc<Hex>(chain.rpcUrl, 'eth_getCode', [address, 'latest'])
      expect(code.length).toBeGreaterThan(100)
    }
  })

  it('[F-126] takes no fee from buyers unless one is named', async () => {
    const { contracts } = JSON.parse(first.out)
    const buyerFee = toFunctionSelector('buyerFee()')
    for (const to of [contracts.exchange, contracts.auctionExchange, contracts.blindBox])
      expect(BigInt(await callRpc<Hex>(chain.rpcUrl, 'eth_call', [{ to, data: buyerFee }, 'latest']))).toBe(0n)
  })

  it('with this entry npm run serve has all that it asks for', () => {
    const { market } = readServeSettings({
      DATABASE_URL: 'postgres://plinth:hunter22!@db:5432/plinth',
      PUBLIC_URL: 'https://market.example',
      PLINTH_CHAINS: JSON.stringify([JSON.parse(first.out)]),
      KEYSTORE_DIR: keys(),
      KEYSTORE_PASSPHRASE_FILE: passphrase(),
    })
    const { contracts, deployBlock } = JSON.parse(first.out)
    expect(market?.chains).toMatchObject([{ network: { chainId: CHAIN_ID, name: 'BSC' }, rpcUrls: [chain.rpcUrl], contracts, deployBlock }])
  })

  it('sends nothing the second time, says so, and prints the same entry', async () => {
    const before = await sent()
    expect(before).toBe(9)
    const again = await deploy()
    expect([again.code, again.out]).toEqual([0, first.out])
    expect(again.printed).toContain('The contracts are there already, as they should be: nothing was sent.\n')
    expect(await sent()).toBe(before)
  })

  it('deploys a new set beside the one of a former record, and names that in the entry', async () => {
    const { code, out } = await deploy(join(folder, 'record-2.json'), '--former', record())
    expect(code).toBe(0)
    const [old, entry] = [JSON.parse(first.out), JSON.parse(out)]
    const { former, ...present } = entry.contracts
    expect(former).toEqual([{ edition: 1, ...old.contracts, deployBlock: old.deployBlock }])
    expect(Object.values(present).filter((address) => Object.values(old.contracts).includes(address))).toEqual([])
    expect(entry.deployBlock).toBe(old.deployBlock)
  })

  it('refuses the record of the former set for the new one', async () => {
    const { code, printed } = await deploy(record(), '--former', record())
    expect([code, printed]).toEqual([1, '--former names the file of --record: the new contracts need a record of their own.\n'])
  })
})

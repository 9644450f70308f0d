import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LOCAL_DEPLOYMENTS } from '@plinth/protocol'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  callRpc,
  deployMarket,
  keepKeys,
  planAddresses,
  planFormer,
  readArtifact,
  receiptOf,
  startTestnet,
  type Testnet,
} from '../src/index.ts'

let testnet: Testnet
beforeAll(async () => {
  testnet = await startTestnet()
})
afterAll(() => testnet.stop())

const read = (
  contract:
    | 'exchange'
    | 'auctionExchange'
    | 'blindBox'
    | 'prizeCollection'
    | 'official721'
    | 'collectionFactory'
    | 'manyTransfers'
    | 'transferProxy',
  functionName: string,
) => {
  const artifact = {
    exchange: 'Exchange',
    auctionExchange: 'AuctionExchange',
    blindBox: 'BlindBox',
    prizeCollection: 'PrizeCollection',
    official721: 'OfficialCollection721',
    collectionFactory: 'CollectionFactory',
    manyTransfers: 'ManyTransfers',
    transferProxy: 'TransferProxy',
  } as const
  return testnet.publicClient.readContract({
    address: testnet.contracts[contract] ?? expect.fail(`It has ${contract}`),
    abi: readArtifact(artifact[contract]).abi,
    functionName,
  })
}

describe('deployMarket', () => {
  it('puts every contract where the generated addresses say', async () => {
    expect(LOCAL_DEPLOYMENTS[31337]).toEqual(planAddresses(31337))
    expect(testnet.contracts).toMatchObject(planAddresses(31337))
    for (const address of Object.values(planAddresses(31337)))
      expect(await testnet.publicClient.getCode({ address })).toMatch(/^0x[0-9a-f]{40}/)
  })

  it('ties them together under the operator', async () => {
    const operator = testnet.operator.account.address
    expect(await read('exchange', 'owner')).toBe(operator)
    expect(await read('auctionExchange', 'owner')).toBe(operator)
    expect(await read('blindBox', 'owner')).toBe(operator)
    expect(await read('prizeCollection', 'owner')).toBe(operator)
    expect(String(await read('prizeCollection', 'blindBox')).toLowerCase()).toBe(testnet.contracts.blindBox)
    expect(String(await read('transferProxy', 'blindBox')).toLowerCase()).toBe(testnet.contracts.blindBox)
    expect(String(await read('transferProxy', 'manyTransfers')).toLowerCase()).toBe(testnet.contracts.manyTransfers)
    expect(String(await read('manyTransfers', 'transferProxy')).toLowerCase()).toBe(testnet.contracts.transferProxy)
    expect(await read('official721', 'owner')).toBe(operator)
    expect(await read('official721', 'name')).toBe('Plinth Works')
    expect(await read('official721', 'symbol')).toBe('PLINTH')
    expect(String(await read('transferProxy', 'exchange')).toLowerCase()).toBe(testnet.contracts.exchange)
    expect(String(await read('transferProxy', 'auction')).toLowerCase()).toBe(testnet.contracts.auctionExchange)
    expect(String(await read('collectionFactory', 'implementation721')).toLowerCase()).toBe(testnet.contracts.collection721Implementation)
  })

  it('does nothing a second time', async () => {
    const before = await testnet.publicClient.getBlockNumber()
    expect(await deployMarket({ ...testnet, keys: testnet.keys })).toMatchObject({ ...planAddresses(31337), isNew: false })
    expect(await testnet.publicClient.getBlockNumber()).toBe(before)
  })

  it('lets a chain that begins now have no former edition', () => {
    expect(testnet.contracts.former).toBeUndefined()
  })

  it('deploys the present edition beside a former one, whose pay tokens stay', async () => {
    const grown = await startTestnet({ former: 1 })
    try {
      const { former, ...contracts } = grown.contracts
      expect(contracts).toMatchObject(planAddresses(31337))
      expect(former).toEqual([planFormer(31337, 1)])
      expect(former?.[0]).not.toHaveProperty('manyTransfers')
      const owner = { abi: readArtifact('Exchange').abi, functionName: 'owner' } as const
      const owners = [planFormer(31337, 1).exchange, contracts.exchange].map((address) =>
        grown.publicClient.readContract({ address, ...owner }),
      )
      expect(await Promise.all(owners)).toEqual([grown.operator.account.address, grown.operator.account.address])
      expect(planAddresses(31337, 1)).toMatchObject({ wrappedCoin: contracts.wrappedCoin, dollar: contracts.dollar })
      const before = await grown.publicClient.getBlockNumber()
      expect(await deployMarket({ ...grown, keys: grown.keys })).toMatchObject({ isNew: false, former })
      expect(await grown.publicClient.getBlockNumber()).toBe(before)
    } finally {
      await grown.stop()
    }
  })

  it('refuses keys that do not own the contracts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'plinth-keys-'))
    await expect(deployMarket({ ...testnet, keys: keepKeys(folder) })).rejects.toThrow('belong to other keys')
    rmSync(folder, { recursive: true })
  })

  it('refuses other code at its address', async () => {
    const id = await testnet.snapshot()
    await callRpc(testnet.rpcUrl, 'anvil_setCode', [testnet.contracts.exchange, '0x6001'])
    await expect(deployMarket({ ...testnet, keys: testnet.keys })).rejects.toThrow('holds another version of Exchange')
    await testnet.revert(id)
  })
})

describe('startTestnet', () => {
  it('takes back a payment by a reorg and moves the clock', async () => {
    const to = '0x00000000000000000000000000000000000000bb'
    const hash = await testnet.walletOf('Bob').sendTransaction({ to, value: parseEther('1') })
    await receiptOf(testnet.publicClient, hash)
    await testnet.mine(2)
    const head = await testnet.publicClient.getBlockNumber()
    await testnet.reorg(3)
    expect(await testnet.publicClient.getBlockNumber()).toBe(head)
    expect(await testnet.publicClient.getBalance({ address: to })).toBe(0n)
    const { timestamp } = await testnet.publicClient.getBlock()
    await testnet.setNextBlockTimestamp(Number(timestamp) + 1000)
    await testnet.mine()
    expect((await testnet.publicClient.getBlock()).timestamp).toBe(timestamp + 1000n)
  })
})

/** @module-tag more */
import { LOCAL_NETWORKS } from '@plinth/protocol'
import { parseEther } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import {
  callRpc,
  DEMO_ACCOUNTS,
  fundDemoAccounts,
  localPayTokens,
  planAddresses,
  readArtifact,
  receiptOf,
  startTestnet,
  type Testnet,
} from '../src/index.ts'

let running: Testnet[] = []
afterEach(async () => {
  await Promise.all(running.map((testnet) => testnet.stop()))
  running = []
})

async function start(...chainIds: number[]): Promise<Testnet[]> {
  running = await Promise.all(chainIds.map((chainId) => startTestnet({ chainId })))
  return running
}

const balanceOf = ({ publicClient }: Testnet, token: `0x${string}`, owner: string) =>
  publicClient.readContract({ address: token, abi: readArtifact('WrappedCoin').abi, functionName: 'balanceOf', args: [owner] })

describe('two local chains', () => {
  it('run side by side with the market at other addresses and a history of their own', async () => {
    const [one, two] = (await start(...LOCAL_NETWORKS.map(({ chainId }) => chainId))) as [Testnet, Testnet]
    for (const testnet of [one, two]) {
      expect(Number(await callRpc(testnet.rpcUrl, 'eth_chainId'))).toBe(testnet.chainId)
      expect(testnet.contracts).toMatchObject(planAddresses(testnet.chainId))
    }
    expect(
      Object.values(planAddresses(one.chainId)).filter((address) => Object.values(planAddresses(two.chainId)).includes(address)),
    ).toEqual([])
    const to = '0x00000000000000000000000000000000000000cc'
    const hash = await one.walletOf('Bob').sendTransaction({ to, value: parseEther('1') })
    await receiptOf(one.publicClient, hash)
    expect(await one.publicClient.getBalance({ address: to })).toBe(parseEther('1'))
    expect(await two.publicClient.getBalance({ address: to })).toBe(0n)
  })

  it.each([1, 56, 256, 80001])('can be started under the id of network %i', async (chainId) => {
    const [testnet] = (await start(chainId)) as [Testnet]
    expect(await testnet.publicClient.getChainId()).toBe(chainId)
    expect(
      await testnet.publicClient.readContract({
        address: testnet.contracts.exchange,
        abi: readArtifact('Exchange').abi,
        functionName: 'owner',
      }),
    ).toBe(testnet.operator.account.address)
  })
})

describe('fundDemoAccounts', () => {
  it('gives every account 500 wrapped coins and 100,000 dollars', async () => {
    const [testnet] = (await start(31338)) as [Testnet]
    await fundDemoAccounts(testnet)
    const [wrapped, dollar] = localPayTokens(31338)
    expect([wrapped?.symbol, dollar?.symbol, dollar?.decimals]).toEqual(['WBNB', 'PUSD', 6])
    for (const { address } of DEMO_ACCOUNTS) {
      expect(await balanceOf(testnet, testnet.contracts.wrappedCoin, address)).toBe(parseEther('500'))
      expect(await balanceOf(testnet, testnet.contracts.dollar, address)).toBe(100_000_000_000n)
    }
  })
})

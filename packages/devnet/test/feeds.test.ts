import { priceFeedAbi } from '@plinth/protocol/abi'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deployFeeds, keepFeeds, localFeeds, startTestnet, type Testnet } from '../src/index.ts'

let testnet: Testnet
beforeAll(async () => {
  testnet = await startTestnet({ chainId: 31338 })
})
afterAll(() => testnet?.stop())

const place = () => ({ rpcUrl: testnet.rpcUrl, chainId: testnet.chainId })

async function read(address: `0x${string}` | undefined) {
  if (!address) throw new Error('no feed')
  const ask = (functionName: 'description' | 'decimals' | 'latestRoundData') =>
    testnet.publicClient.readContract({ address, abi: priceFeedAbi, functionName })
  const [description, decimals, round] = await Promise.all([ask('description'), ask('decimals'), ask('latestRoundData')])
  const [id, answer] = round as readonly bigint[]
  return { description, decimals, id, answer }
}

it('[MONEY-04] the feeds of a local chain speak Chainlink’s interface, and a round comes each half heartbeat', async () => {
  const writer = await keepFeeds({ ...place(), heartbeatS: 100, lookMs: 20 })
  const [coin, dollar] = localFeeds(testnet.chainId)
  expect(await read(coin?.address)).toEqual({ description: 'BNB / USD', decimals: 8, id: 1n, answer: 61_200_000_000n })
  expect(await read(dollar?.address)).toEqual({ description: 'PUSD / USD', decimals: 8, id: 1n, answer: 100_000_000n })
  const idNow = async () => (await read(coin?.address)).id
  const passTime = async (seconds: number) => {
    await testnet.setNextBlockTimestamp(Number((await testnet.publicClient.getBlock()).timestamp) + seconds)
    await testnet.mine(1)
  }
  await passTime(60)
  await expect.poll(idNow).toBe(2n)
  await writer.stop()
  await passTime(60)
  // Deployed once: another start finds them, and writes nothing by itself.
  await deployFeeds(place())
  expect(await idNow()).toBe(2n)
})

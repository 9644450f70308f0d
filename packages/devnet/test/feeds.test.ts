import { priceFeedAbi } from '@plinth/protocol/abi'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deployFeeds, keepFeeds, localFeeds, startTestnet, type Testnet } from '../src/index.ts'

let testnet: Testnet
beforeAll(async () => {
  testnet = await startTestnet({ chainId: 31338 })
})
afterAll(() => testnet?.stop())

const place = () => ({ rpcUrl: testnet.rpcUrl, chainId: testnet.chainId })

function read(address: `0x${string}` | undefined) {
  if (!address) throw new Error('no feed')
  const ask = (functionName: 'description' | 'decimals' | 'latestRoundData') =>
    testnet.publicClient.readContract({ address, abi: priceFeedAbi, functionName })
  return Promise.all([ask('description'), ask('decimals'), ask('latestRoundData')])
}

it('[MONEY-04] the feeds of a local chain speak Chainlink’s interface, and a round comes each half heartbeat', async () => {
  const writer = await keepFeeds({ ...place(), heartbeatS: 100, lookMs: 20 })
  const [coin, dollar] = localFeeds(testnet.chainId)
  const [description, decimals, round] = await read(coin?.address)
  expect([description, decimals, round]).toMatchObject(['BNB / USD', 8, [1n, 61_200_000_000n]])
  expect(await read(dollar?.address)).toMatchObject(['PUSD / USD', 8, [1n, 100_000_000n]])
  const idNow = async () => ((await read(coin?.address))[2] as readonly bigint[])[0]
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

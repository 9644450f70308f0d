import { concat, encodeAbiParameters, type Hex, numberToHex, pad, parseAbiParameters, size, toEventSelector } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestMarket } from '../../../test/market/market.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market.close())

/** Creation code that logs arbitrary initial values and deploys `code`. */
function forger([topic, creator]: readonly [Hex, Hex], data: Hex, code: Hex): Hex {
  const push = (value: number): Hex => concat(['0x61', numberToHex(value, { size: 2 })])
  const copy = (length: number, from: number): Hex => concat([push(length), push(from), '0x600039'])
  const run = (at: number): Hex =>
    concat([
      copy(size(data), at),
      concat(['0x7f', creator, '0x7f', topic]),
      push(size(data)),
      '0x6000a2',
      copy(size(code), at + size(data)),
      push(size(code)),
      '0x6000f3',
    ])
  return concat([run(size(run(0))), data, code])
}

it('a counterfeit clone is no collection, and completes no declared one', async () => {
  const trusted = await market.collection('bob', 'Stones', 'STN')
  const code = await market.testnet.publicClient.getCode({ address: trusted })
  if (!code) throw new Error('A clone has code')
  const alice = await market.session('alice')
  const { mintSigner } = market.server.context.signer
  const { storageId, url } = await market.upload('alice')
  const sketch = { name: 'Harbour', symbol: 'HRB', storageId, cover: url, signer: mintSigner, standard: 3 as const }
  await alice.api.contract.create({ ...sketch, owner: alice.address, chainId: market.chainId })

  const topic = toEventSelector('CreateERC721(address,address,string,string)')
  const data = encodeAbiParameters(parseAbiParameters('address, string, string'), [mintSigner, 'Harbour', 'HRB'])
  const hash = await market.wallet('eve').sendTransaction({ data: forger([topic, pad(alice.address)], data, code), to: null })
  const { logs, contractAddress } = await market.testnet.publicClient.getTransactionReceipt({ hash: await market.mined(hash) })
  expect(logs).toHaveLength(1)
  expect(await market.testnet.publicClient.getCode({ address: contractAddress ?? trusted })).toBe(code)

  await market.sync()
  const own = (await alice.api.user.listcontract({ address: alice.address })).filter(({ isOfficial }) => !isOfficial)
  expect(own).toMatchObject([{ name: 'Harbour', isConfirmed: false, address: '' }])
})

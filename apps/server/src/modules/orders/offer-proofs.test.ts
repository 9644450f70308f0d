import { documentedText, moneyOf, type Order, toAddress, toExchangeOrder } from '@plinth/protocol'
import { dollarTokenAbi, exchangeAbi } from '@plinth/protocol/abi'
import { encodeFunctionData, type Hex, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actAs, chainOf, SAYS_NO, signInAs, TAKES_ALL } from '../../../test/chain/code-wallets.ts'
import { PEOPLE } from '../../../test/market/harness.ts'
import { TestMarket } from '../../../test/market/market.ts'
import { allow, takeDollars } from '../../../test/market/money.ts'
import { acceptOffer, fillOf, makeOffer, signOffer } from '../../../test/market/offers.ts'

let market: TestMarket
beforeAll(async () => {
  market = await TestMarket.open()
  await market.approve('alice', market.official)
  await takeDollars(market, 'bob', usd('100'))
  await allow(market, 'bob', market.testnet.contracts.dollar, usd('100'))
})
afterAll(() => market.close())

const usd = (text: string) => parseUnits(text, 6)
const listed = async () => (await market.server.api().offer.list({ page: 1, limit: 20, collection: market.official })).list
const holder = async (item: Awaited<ReturnType<TestMarket['minted']>>) => (await market.detail(item)).onlyOwner

/** A contract with dollars that the market may take, and its unsigned offer for any item of today. */
async function contractOffer(pair: string) {
  const owner = toAddress(`0x${pair.repeat(20)}`)
  const { dollar, transferProxy } = market.testnet.contracts
  await chainOf(market).setCode({ address: owner, bytecode: TAKES_ALL })
  const call = (functionName: 'mint' | 'approve', to: typeof owner) =>
    actAs(market, owner, dollar, encodeFunctionData({ abi: dollarTokenAbi, functionName, args: [to, usd('100')] }))
  await call('mint', owner)
  await call('approve', transferProxy)
  await market.sync()
  const api = await signInAs(market, owner)
  const terms = { maker: owner, collection: market.official, payToken: dollar, unitPrice: usd('5'), quantity: 2n, chainId: market.chainId }
  const { root, items, assetType, salt, sellerFee, digest } = await api.offer.prepare(terms)
  const order: Order = {
    owner,
    salt,
    sellAsset: moneyOf(dollar),
    buyAsset: { token: market.official, tokenId: BigInt(root), assetType: assetType as Order['buyAsset']['assetType'] },
    selling: usd('10'),
    buying: 2n,
    sellerFee: BigInt(sellerFee),
  }
  const add = (signature: Hex) => api.offer.add({ ...terms, root, salt, digest, signature })
  return { owner, offer: { order, root, items }, digest, add }
}

it('[COFF-05] an offer signed as the documented text is sold to with the operator’s signature on its fee', async () => {
  const item = await market.minted('alice')
  const { input, order, root, items } = await signOffer(market, 'bob', usd('5'))
  const signature = await PEOPLE.bob.signMessage({ message: documentedText(input.digest) })
  await (await market.session('bob')).api.offer.add({ ...input, signature })
  expect(await listed()).toMatchObject([{ proof: 'text' }])
  const offer = { order, root, items }
  expect((await fillOf(market, 'alice', offer, item)).isFeeSignatureNeeded).toBe(true)
  await acceptOffer(market, 'alice', offer, item)
  expect(await holder(item)).toBe(market.address('bob'))
})

it('[COFF-05] an offer of a contract stands as long as the contract approves its signature', async () => {
  const item = await market.minted('alice')
  const { owner, offer, digest, add } = await contractOffer('b1')
  await expect(add(`0x${'11'.repeat(65)}`)).rejects.toMatchObject({ code: 'BAD_SIGNATURE' })
  await add(digest)
  expect(await listed()).toMatchObject([{ proof: 'contract', maker: owner }])
  await chainOf(market).setCode({ address: owner, bytecode: SAYS_NO })
  await expect(fillOf(market, 'alice', offer, item)).rejects.toMatchObject({ code: 'ORDER_NOT_FUNDABLE' })
  await chainOf(market).setCode({ address: owner, bytecode: TAKES_ALL })
  await acceptOffer(market, 'alice', offer, item)
  expect(await holder(item)).toBe(owner)
})

it('[COFF-05] an offer that is registered on chain needs no signature, and goes with its registration', async () => {
  const item = await market.minted('alice')
  const { owner, offer, add } = await contractOffer('b2')
  await chainOf(market).setCode({ address: owner, bytecode: SAYS_NO })
  await expect(add('0x')).rejects.toMatchObject({ code: 'BAD_SIGNATURE' })
  const register = encodeFunctionData({ abi: exchangeAbi, functionName: 'register', args: [toExchangeOrder(offer.order)] })
  await actAs(market, owner, market.exchange, register)
  await add('0x')
  await market.sync()
  const mine = async () => (await listed()).filter(({ maker }) => maker === owner)
  expect(await mine()).toMatchObject([{ proof: 'registered', signature: '0x' }])
  await market.testnet.reorg(1)
  await market.testnet.mine(1)
  await market.sync()
  expect(await mine()).toEqual([])
  await actAs(market, owner, market.exchange, register)
  await chainOf(market).setCode({ address: owner, bytecode: '0x' })
  await market.sync()
  await acceptOffer(market, 'alice', offer, item)
  expect(await holder(item)).toBe(owner)
})

it('[COFF-05] everything that an account ends takes its offers along', async () => {
  await makeOffer(market, 'bob', usd('5'))
  await market.sync()
  const mine = async () => (await listed()).filter(({ maker }) => maker === market.address('bob'))
  expect(await mine()).toHaveLength(1)
  await market.mined(
    await market.wallet('bob').writeContract({ address: market.exchange, abi: exchangeAbi, functionName: 'endEverything' }),
  )
  await market.sync()
  expect(await mine()).toEqual([])
})

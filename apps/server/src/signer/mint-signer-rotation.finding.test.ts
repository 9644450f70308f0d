import { type Address, ASSET_TYPE, mintDigest, recoverSigner, TOKEN_STANDARD } from '@plinth/protocol'
import { collection721Abi, collectionFactoryAbi } from '@plinth/protocol/abi'
import { type Hex, parseEther, zeroHash } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Session } from '../../test/market/harness.ts'
import { HALF_ETHER, type ItemId, TestMarket } from '../../test/market/market.ts'
import { forgetChain } from '../indexer/rebuild.ts'

const NEXT = `0x${'07'.repeat(32)}` as const

let market: TestMarket
let alice: Session
let bob: Session
beforeAll(async () => {
  market = await TestMarket.open()
  await market.testnet.setBalance(market.testnet.operator.account.address, parseEther('1000'))
  alice = await market.session('alice')
  bob = await market.session('bob')
})
afterAll(() => market.close())

const confirmed = async (collection: Address) => (await bob.api.contract.info({ collection })) as { isConfirmed?: boolean }

/** By the owner of the official collection, as `operator -- signers rotate` prints it. */
async function change(functionName: 'addSigner' | 'removeSigner', account: Address): Promise<void> {
  const call = { address: market.official, abi: collection721Abi, functionName, args: [account] } as const
  await market.mined(await market.testnet.operator.writeContract(call))
}

/** The signer of alice's next voucher in a collection. */
async function signerOfVoucher(collection: Address): Promise<Address> {
  const { tokenId, v, r, s } = await alice.api.dapp.sign({ collection })
  const digest = mintDigest({ chainId: market.chainId, collection, tokenId, minter: alice.address })
  return recoverSigner(digest, { v: Number(v) === 27 ? 27 : 28, r, s })
}

/** On sale before it is minted; the voucher with which the exchange would mint. */
async function soldUnminted(collection: Address): Promise<{ voucher: Hex }> {
  const { storageId } = await market.upload('alice')
  const { tokenId } = await alice.api.dapp.sign({ collection })
  const terms = { name: 'To come', storageId, category: 1n, quantity: 1n, standard: TOKEN_STANDARD.ERC721, chainId: market.chainId }
  await alice.api.nft.add({ collection, tokenId, ...terms })
  // The field carries the item type instead of a standard: hence the cast.
  await market.list('alice', { collection, tokenId, standard: ASSET_TYPE.MINTED as never }, HALF_ETHER)
  return bob.api.dapp.signtyid({ collection, tokenId, from: alice.address, payType: ASSET_TYPE.COIN, chainId: market.chainId })
}

it('a new mint signer mints in collections made before and after it, also in a rebuilt index', async () => {
  const { keys } = market.testnet
  const formerly = market.server.context.signer.mintSigner
  const mintSigner = privateKeyToAddress(NEXT).toLowerCase() as Address
  const old = await market.collection('alice', 'Harbour', 'HRB')
  const items: ItemId[] = [await market.mint('alice', { collection: old })]

  await change('addSigner', mintSigner)
  await market.restartWith({ ...keys, miner: NEXT, formerMiners: [keys.miner] })
  expect(market.server.context.signer.mintSigner).toBe(mintSigner)
  const young = await market.collection('alice', 'Jetty', 'JTY')
  for (const collection of [old, young, market.official]) items.push(await market.mint('alice', { collection }))
  expect([await signerOfVoucher(old), await signerOfVoucher(young), await signerOfVoucher(market.official)]).toEqual([
    formerly,
    mintSigner,
    mintSigner,
  ])
  for (const collection of [old, young]) expect((await soldUnminted(collection)).voucher).toMatch(/^0x/)

  await change('removeSigner', formerly)
  items.push(await market.mint('alice'))
  // Deployed by hand, and never announced here: only the chain knows it.
  const unannounced = { address: market.testnet.contracts.collectionFactory, abi: collectionFactoryAbi, functionName: 'create721' } as const
  const args = ['Mole', 'MLE', formerly, '', '', zeroHash] as const
  const { result: mole } = await market.testnet.publicClient.simulateContract({ ...unannounced, args, account: bob.address })
  await market.mined(await market.wallet('bob').writeContract({ ...unannounced, args }))
  const made = [old, young, mole.toLowerCase() as Address]

  await market.sync()
  await market.indexers.stop()
  await forgetChain(market.server.context, market.chainId)
  expect(await bob.api.nft.detail(items[0] as ItemId)).toBeUndefined()
  await market.follow()
  for (const collection of made) expect(await confirmed(collection)).toMatchObject({ isConfirmed: true })
  for (const item of items) expect(await bob.api.nft.detail(item)).toMatchObject({ onlyOwner: alice.address })
  expect([await signerOfVoucher(old), await signerOfVoucher(young)]).toEqual([formerly, mintSigner])
})

it('a lost key is reported in a sentence, and no token id is spent on it', async () => {
  const collection = await market.collection('alice', 'Pier', 'PIR')
  expect((await alice.api.dapp.sign({ collection })).tokenId).toBe(1n)
  const { miner: _, ...keys } = market.testnet.keys
  await market.restartWith({ ...keys, miner: `0x${'08'.repeat(32)}` })
  await expect(alice.api.dapp.sign({ collection })).rejects.toMatchObject({ errno: 4419 })
  await market.restartWith({ ...keys, miner: `0x${'08'.repeat(32)}`, formerMiners: [NEXT] })
  expect((await alice.api.dapp.sign({ collection })).tokenId).toBe(2n)
})

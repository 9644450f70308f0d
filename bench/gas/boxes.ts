import { strictEqual } from 'node:assert/strict'
import { receiptOf } from '@plinth/devnet'
import {
  type Asset,
  type BlindBox,
  boxPreimages,
  boxStructHash,
  coin,
  commitmentOf,
  erc721,
  erc1155,
  toAddress,
  toBoxOrder,
} from '@plinth/protocol'
import { blindBoxAbi, prizeCollectionAbi } from '@plinth/protocol/abi'
import { erc721Abi, erc1155Abi, type Hex, keccak256, stringToHex } from 'viem'
import { type Arena, FEE, PRICE, type Row } from './arena.ts'
import { OPERATION } from './operations.ts'

const MARKET = 'Plinth'
const WORDS = boxPreimages(keccak256(stringToHex('bench')), 2)
const MINTED = 5
const YEAR_S = 31_536_000

type Prizes = { readonly asset: Asset; readonly amount: number; readonly uri: string }[]
/** How many prizes of a series Alice has. */
type Count = (arena: Arena) => Promise<bigint>

/** Bob's boxes of one prize for coin, with fee; Alice opens two of each series, Eve reveals their draws. */
export async function measureBoxes(arena: Arena): Promise<Row[]> {
  const { plain, editions } = arena
  const { prizeCollection } = arena.testnet.contracts
  const { alice } = arena.people
  await approve(arena)
  const edition = await arena.give(editions, arena.people.bob)
  const works = [await arena.give(plain, arena.people.bob), await arena.give(plain, arena.people.bob)]
  const balanceOf = (token: typeof plain) => (): Promise<bigint> => arena.read(token, erc721Abi, 'balanceOf', [alice])
  const unitsOf = (): Promise<bigint> => arena.read(editions, erc1155Abi, 'balanceOf', [alice, edition])
  const single = works.map((id) => ({ asset: erc721(toAddress(plain), id), amount: 1, uri: '' }))
  return [
    ...(await openTwo(arena, 1n, [{ asset: erc1155(toAddress(editions), edition), amount: 10, uri: '' }], unitsOf, OPERATION.boxEdition)),
    ...(await openTwo(arena, 2n, await mintedPrizes(arena), balanceOf(prizeCollection), OPERATION.boxMinted)),
    ...(await openTwo(arena, 3n, single, balanceOf(plain), OPERATION.boxSingle)),
    await withdrawRow(arena),
  ]
}

/** The fees of the six openings, sent to their collector. */
async function withdrawRow(arena: Arena): Promise<Row> {
  const { testnet, people } = arena
  const { blindBox } = testnet.contracts
  const amount = 12n * FEE
  const expected = {
    seller: [testnet.operator.account.address, amount],
    creator: [people.carol, 0n],
    fees: [blindBox, -amount],
    buyer: [people.bob, 0n],
    items: [],
  } as const
  const used = await arena.trade(() => arena.send('Bob', blindBox, blindBoxAbi, 'withdraw', []), expected)
  return { operation: OPERATION.withdrawBoxes, market: MARKET, used, fresh: used }
}

async function approve(arena: Arena): Promise<void> {
  const { transferProxy } = arena.testnet.contracts
  for (const token of [arena.plain, arena.editions]) await arena.send('Bob', token, erc721Abi, 'setApprovalForAll', [transferProxy, true])
}

async function mintedPrizes({ testnet, people }: Arena): Promise<Prizes> {
  const { operator, publicClient, contracts } = testnet
  const uri = '/bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku'
  const address = contracts.prizeCollection
  const tokenId = (await publicClient.readContract({ address, abi: prizeCollectionAbi, functionName: 'kinds' })) + 1n
  await testnet.setBalance(operator.account.address, PRICE)
  const hash = await operator.writeContract({ address, abi: prizeCollectionAbi, functionName: 'addKinds', args: [[uri]] })
  await receiptOf(publicClient, hash)
  const served = await operator.writeContract({
    address,
    abi: prizeCollectionAbi,
    functionName: 'setServed',
    args: [people.bob, true],
  })
  await receiptOf(publicClient, served)
  return [{ asset: { token: address, tokenId, assetType: MINTED }, amount: 10, uri }]
}

async function openTwo(
  arena: Arena,
  salt: bigint,
  prizes: Prizes,
  count: Count,
  names: { request: string; reveal: string },
): Promise<Row[]> {
  const box = await register(arena, salt, prizes)
  const [first, later] = [await openOne(arena, box, WORDS[0] as Hex, count), await openOne(arena, box, WORDS[1] as Hex, count)]
  return (['request', 'reveal'] as const).map((act) => ({ operation: names[act], market: MARKET, used: later[act], fresh: first[act] }))
}

async function register(arena: Arena, salt: bigint, prizes: Prizes): Promise<Hex> {
  const { timestamp } = await arena.testnet.publicClient.getBlock()
  const boxes = prizes.reduce((sum, { amount }) => sum + amount, 0)
  const series: BlindBox = {
    owner: toAddress(arena.people.bob),
    salt,
    buyAsset: coin(),
    opening: 1,
    repeat: true,
    sellerFee: 250n,
    startTime: Number(timestamp) - 10,
    endTime: Number(timestamp) + YEAR_S,
    buying: PRICE * BigInt(boxes),
    sellAssets: prizes.map(({ asset }) => asset),
    assetAmounts: prizes.map(({ amount }) => amount),
    uris: prizes.map(({ uri }) => uri),
  }
  const { blindBox } = arena.testnet.contracts
  const id = boxStructHash(series)
  const args = [toBoxOrder(series), commitmentOf(WORDS[0] as Hex), BigInt(WORDS.length), PRICE]
  await arena.send('Bob', blindBox, blindBoxAbi, 'register', args)
  await arena.send('Bob', blindBox, blindBoxAbi, 'depositBond', [id, PRICE * 2n], PRICE * 2n)
  return id
}

async function openOne(arena: Arena, box: Hex, word: Hex, count: Count): Promise<{ request: number; reveal: number }> {
  const { testnet, people } = arena
  const { blindBox } = testnet.contracts
  const held = () => testnet.publicClient.getBalance({ address: blindBox })
  const [money, prizes] = [await held(), await count(arena)]
  const request = await arena.send('Alice', blindBox, blindBoxAbi, 'open', [box, 1n], PRICE + FEE)
  strictEqual((await held()) - money, PRICE + FEE, 'what is held until the draw')
  await testnet.mine(2)
  // Both fees stay in the contract, out of its own balance.
  const expected = {
    seller: [people.bob, PRICE - FEE],
    creator: [people.carol, 0n],
    fees: [blindBox, FEE - PRICE],
    buyer: [people.alice, 0n],
    items: [],
  } as const
  const reveal = await arena.trade(() => arena.send('Eve', blindBox, blindBoxAbi, 'reveal', [box, word]), expected)
  strictEqual((await held()) - money, FEE * 2n, 'the fees of both')
  strictEqual((await count(arena)) - prizes, 1n, 'the prize')
  return { request, reveal }
}

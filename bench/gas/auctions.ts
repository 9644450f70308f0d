import { getDemoAccount, readArtifact } from '@plinth/devnet'
import { auctionExchangeAbi } from '@plinth/protocol/abi'
import { type Address, getContractAddress, type Hex, zeroAddress } from 'viem'
import { type Arena, FEE, PRICE, ROYALTY, type Row } from './arena.ts'
import { OPERATION } from './operations.ts'
import { signHash } from './signing.ts'

const MARKET = 'Plinth'
const EXPIRED = 2n ** 33n
const SIGNERS = { owner: 'Bob', bidder: 'Alice', operator: 'Eve' } as const
const LOSERS = ['21', '22', '23'].map((digits) => `0x${digits.repeat(20)}` as const)

/** Bob accepts Alice's bid at its auction; the losing bidders share a tenth where there are any. */
export async function measureAuctions(arena: Arena): Promise<Row[]> {
  const auction = await deployAuction(arena)
  const { abi } = readArtifact('WrappedCoin')
  for (const loser of LOSERS) await arena.send('Alice', arena.weth, abi, 'transfer', [loser, 1n])
  const other = { ...(await auctionOf(arena, 100n)).key }
  await arena.send('Bob', auction, auctionExchangeAbi, 'cancel', [other])
  const rowOf = async (operation: string, losers: readonly Address[], number: bigint): Promise<Row> => ({
    operation,
    market: MARKET,
    used: await measure(arena, auction, losers, number),
    // Below the numbers for which a settlement reads the epoch of its owner.
    fresh: await measure(arena, auction, losers, number * 256n),
  })
  return [await rowOf(OPERATION.settle, [], 1n), await rowOf(OPERATION.settleThree, LOSERS, 2n)]
}

async function deployAuction(arena: Arena): Promise<Address> {
  const { eve } = arena.people
  const nonce = BigInt(await arena.testnet.publicClient.getTransactionCount({ address: eve }))
  const proxy = getContractAddress({ from: eve, nonce: nonce + 1n })
  const auction = await arena.deploy(readArtifact('AuctionExchange'), [eve, proxy, eve, [eve], 250n, 250n])
  await arena.deploy(readArtifact('TransferProxy'), [zeroAddress, auction, zeroAddress, zeroAddress])
  await arena.allow(proxy)
  return auction
}

async function auctionOf(arena: Arena, number: bigint) {
  const tokenId = await arena.give(arena.royal, arena.people.bob)
  const sellAsset = { token: arena.royal, tokenId, assetType: 3 }
  const buyAsset = { token: arena.weth, tokenId: 0n, assetType: 1 }
  const key = { owner: arena.people.bob, salt: (EXPIRED << 216n) | number, sellAsset, buyAsset }
  return { key, selling: 1n, buying: PRICE / 2n, endTime: 1n, expiredTime: EXPIRED, encourage: 1_000n, sellerFee: 250n }
}

async function measure(arena: Arena, auction: Address, losers: readonly Address[], number: bigint): Promise<number> {
  const order = await auctionOf(arena, number)
  const { alice, bob } = arena.people
  const signed = async (who: keyof typeof SIGNERS, call: string, args: readonly unknown[]) => {
    const hash = await arena.read<Hex>(auction, auctionExchangeAbi, call, args)
    return signHash(hash, getDemoAccount(SIGNERS[who]).privateKey)
  }
  const own = await signed('owner', 'digest', [order])
  const bid = await signed('bidder', 'bidDigest', [order, alice, PRICE, 250n])
  const word = await signed('operator', 'settlementDigest', [order, PRICE, alice, losers, 250n])
  const share = losers.length === 0 ? 0n : PRICE / 10n / BigInt(losers.length)
  return arena.trade(
    () => arena.send('Bob', auction, auctionExchangeAbi, 'exchange', [order, own, PRICE, bid, losers, 250n, word, alice]),
    {
      seller: [bob, PRICE - FEE - ROYALTY - share * BigInt(losers.length)],
      creator: [arena.people.carol, ROYALTY],
      fees: [arena.people.eve, 2n * FEE],
      buyer: [alice, -PRICE - FEE],
      dividends: losers.map((loser) => [loser, share] as const),
      token: arena.weth,
      items: [[arena.royal, order.key.sellAsset.tokenId, alice]],
    },
  )
}

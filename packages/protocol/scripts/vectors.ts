/**
 * Writes the golden vectors from fixed keys. `--check` compares instead, so a changed rule cannot pass unseen.
 * The files are committed and read by Solidity and TypeScript tests alike; numbers are decimal strings for `vm.parseJson`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { privateKeyToAccount } from 'viem/accounts'
import { toAddress, ZERO_ADDRESS } from '../src/address.ts'
import { type Asset, coin, erc20, erc721, erc1155 } from '../src/assets.ts'
import { ASSET_TYPE } from '../src/codes.ts'
import { buyerFeeDigest, buyerFeeTypedData } from '../src/fee-signing.ts'
import { breakdown } from '../src/fees.ts'
import { mintDigest, mintTypedData } from '../src/mint.ts'
import { documentedText, orderDigest, orderDomain, orderStructHash, orderTypedData } from '../src/order-signing.ts'
import type { Order } from '../src/orders.ts'
import { packSalt, type SaltParts, unpackSalt } from '../src/salts.ts'
import { auctionVectors } from './auction-vectors.ts'
import { boxVectors } from './box-vectors.ts'
import { gasVectors } from './gas-vectors.ts'
import { kindVectors } from './kind-vectors.ts'
import { mintManyVectors } from './mint-many-vectors.ts'

const keyOf = (byte: string) => `0x${byte.repeat(32)}` as const
const addressOf = (byte: string) => toAddress(`0x${byte.repeat(20)}`)
const MAKER_KEY = keyOf('01')
const FEE_SIGNER_KEY = keyOf('02')
const MINER_KEY = keyOf('03')
const maker = privateKeyToAccount(MAKER_KEY)
const feeSigner = privateKeyToAccount(FEE_SIGNER_KEY)
const miner = privateKeyToAccount(MINER_KEY)
const OWNER = toAddress(maker.address)
const NFT = addressOf('11')
const MULTI = addressOf('22')
const WRAPPED = addressOf('33')
const EXCHANGE = addressOf('44')
const ETHER = 10n ** 18n
const FROM = 1_800_000_000
const UNTIL = 1_802_592_000

type OrderCase = {
  name: string
  chainId?: number
  order: Omit<Order, 'owner' | 'salt' | 'sellerFee'>
  salt: SaltParts
  sellerFee?: bigint
  buyerFee?: bigint
  feeEpoch?: bigint
}

const salt = (parts: Partial<SaltParts>): SaltParts => ({ validUntil: UNTIL, validFrom: 0, maxBuyerFeeBps: 0, sequence: 1n, ...parts })
const sale = (item: Asset, quantity: bigint, money: Asset, total: bigint) => ({
  sellAsset: item,
  buyAsset: money,
  selling: quantity,
  buying: total,
})
const bid = (money: Asset, total: bigint, item: Asset, quantity: bigint) => ({
  sellAsset: money,
  buyAsset: item,
  selling: total,
  buying: quantity,
})
const minted = (token: typeof NFT, tokenId: bigint): Asset => ({ token, tokenId, assetType: ASSET_TYPE.MINTED })

const ORDERS: OrderCase[] = [
  { name: 'sale of one ERC721 for the coin', order: sale(erc721(NFT, 1n), 1n, coin(), ETHER), salt: salt({}) },
  { name: 'the same sale edited down', order: sale(erc721(NFT, 1n), 1n, coin(), ETHER / 2n), salt: salt({}) },
  { name: 'the same sale on another chain', chainId: 31338, order: sale(erc721(NFT, 1n), 1n, coin(), ETHER), salt: salt({}) },
  {
    name: 'sale without time bounds',
    order: sale(erc721(NFT, 2n), 1n, coin(), 1n),
    salt: salt({ validUntil: 0, sequence: 0n }),
    sellerFee: 0n,
    buyerFee: 0n,
  },
  {
    name: 'sale of ten of an ERC1155 for an ERC20',
    order: sale(erc1155(MULTI, 7n), 10n, erc20(WRAPPED), 25n * ETHER),
    salt: salt({ validFrom: FROM, sequence: 257n }),
    buyerFee: 100n,
    feeEpoch: 3n,
  },
  { name: 'sale minted at settlement', order: sale(minted(NFT, 9n), 1n, coin(), 3n * ETHER), salt: salt({ sequence: 258n }) },
  {
    name: 'bid in an ERC20 for an ERC721',
    order: bid(erc20(WRAPPED), 2n * ETHER, erc721(NFT, 1n), 1n),
    salt: salt({ maxBuyerFeeBps: 250, sequence: 2n }),
  },
  {
    name: 'bid for three of an ERC1155',
    order: bid(erc20(WRAPPED), 3_000_000n, erc1155(MULTI, 7n), 3n),
    salt: salt({ validFrom: FROM, maxBuyerFeeBps: 300, sequence: 2n ** 64n - 1n }),
    buyerFee: 300n,
    feeEpoch: 255n,
  },
]

async function orderCase(c: OrderCase) {
  const chainId = c.chainId ?? 31337
  const order: Order = { owner: OWNER, salt: packSalt(c.salt), ...c.order, sellerFee: c.sellerFee ?? 250n }
  const domain = orderDomain(chainId, EXCHANGE)
  const digest = orderDigest(order, domain)
  const fee = { order, buyerFee: c.buyerFee ?? 250n, feeEpoch: c.feeEpoch ?? 0n }
  return texts({
    name: c.name,
    chainId,
    exchange: EXCHANGE,
    order,
    validFrom: c.salt.validFrom,
    validUntil: c.salt.validUntil,
    maxBuyerFee: c.salt.maxBuyerFeeBps,
    structHash: orderStructHash(order),
    digest,
    text64: documentedText(digest),
    makerKey: MAKER_KEY,
    signature: await maker.signTypedData(orderTypedData(order, domain)),
    personalSignature: await maker.signMessage({ message: documentedText(digest) }),
    buyerFee: fee.buyerFee,
    feeEpoch: fee.feeEpoch,
    buyerFeeDigest: buyerFeeDigest(fee, domain),
    feeSignerKey: FEE_SIGNER_KEY,
    buyerFeeSignature: await feeSigner.signTypedData(buyerFeeTypedData(fee, domain)),
  })
}

const FEES: [bigint, bigint, bigint, bigint][] = [
  [ETHER, 250n, 250n, 0n],
  [ETHER, 250n, 250n, 200n],
  [ETHER, 0n, 0n, 0n],
  [ETHER, 250n, 0n, 1_000n],
  [1n, 250n, 250n, 1_000n],
  [39n, 250n, 250n, 250n],
  [40n, 250n, 250n, 250n],
  [9_999n, 1n, 1n, 1n],
  [10_001n, 999n, 1_000n, 999n],
  [3_333_333n, 250n, 100n, 500n],
  [123_456_789_012_345_678n, 250n, 250n, 733n],
  [2n ** 128n - 1n, 1_000n, 1_000n, 1_000n],
]

const SALTS: SaltParts[] = [
  { validUntil: 0, validFrom: 0, maxBuyerFeeBps: 0, sequence: 0n },
  { validUntil: 0, validFrom: 0, maxBuyerFeeBps: 0, sequence: 1n },
  { validUntil: UNTIL, validFrom: 0, maxBuyerFeeBps: 0, sequence: 255n },
  { validUntil: UNTIL, validFrom: FROM, maxBuyerFeeBps: 250, sequence: 256n },
  { validUntil: 0, validFrom: FROM, maxBuyerFeeBps: 1_000, sequence: 7n },
  { validUntil: 2 ** 40 - 1, validFrom: 2 ** 40 - 1, maxBuyerFeeBps: 65_535, sequence: 2n ** 64n - 1n },
]

const MINTS = [
  { chainId: 31337, collection: NFT, tokenId: 7n, minter: OWNER },
  { chainId: 31338, collection: NFT, tokenId: 7n, minter: OWNER },
  { chainId: 31337, collection: MULTI, tokenId: 2n ** 256n - 1n, minter: ZERO_ADDRESS },
]

const files = {
  auctions: texts(await auctionVectors()),
  boxes: texts(boxVectors()),
  'box-gas': texts(gasVectors()),
  kinds: texts(await kindVectors()),
  'mint-many': texts(await mintManyVectors()),
  orders: { cases: await Promise.all(ORDERS.map(orderCase)) },
  fees: {
    cases: FEES.map(([total, sellerFeeBps, buyerFeeBps, royaltyBps]) => {
      const { price: _, ...legs } = breakdown({ price: total, sellerFeeBps, buyerFeeBps, royaltyBps })
      return texts({ total, sellerFeeBps, buyerFeeBps, royaltyBps, ...legs })
    }),
  },
  salts: {
    cases: SALTS.map((parts) =>
      texts({ ...unpackSalt(packSalt(parts)), salt: packSalt(parts), word: parts.sequence >> 8n, bit: parts.sequence & 255n }),
    ),
  },
  mint: {
    cases: await Promise.all(
      MINTS.map(async (voucher) =>
        texts({
          ...voucher,
          digest: mintDigest(voucher),
          minerKey: MINER_KEY,
          miner: toAddress(miner.address),
          signature: await miner.signTypedData(mintTypedData(voucher)),
        }),
      ),
    ),
  },
}

let stale = false
for (const [name, content] of Object.entries(files)) {
  const path = new URL(`../vectors/${name}.json`, import.meta.url)
  const text = `${JSON.stringify(content, null, 2)}\n`
  if (!process.argv.includes('--check')) writeFileSync(path, text)
  else if (readFileSync(path, 'utf8') !== text) {
    stale = true
    console.error(`vectors/${name}.json differs from what the rules give`)
  }
}
if (stale) process.exitCode = 1

/** Every number as decimal text, at any depth. */
function texts(value: unknown): unknown {
  if (typeof value === 'bigint' || typeof value === 'number') return value.toString()
  if (Array.isArray(value)) return value.map(texts)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, texts(inner)]))
}

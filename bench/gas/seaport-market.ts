import { type Address, type Hex, numberToHex, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type Arena, FEE, PRICE, ROYALTY, type Row } from './arena.ts'
import type { Compiled } from './compile.ts'
import { type Member, memberOf } from './crowd.ts'

export const MARKET = 'Seaport 1.6'
export const ZERO_WORD = numberToHex(0, { size: 32 })
export const ITEM = { COIN: 0, ERC20: 1, ERC721: 2, ERC1155: 3, ERC721_OF_CRITERIA: 4 }
export const BASIC = { SALE: 0, BID: 16 }
export const FULL_OPEN = 0
export const PARTIAL_OPEN = 1

export type Payment = { recipient: Address; amount: bigint }
type Item = { itemType: number; token: Address; identifierOrCriteria: bigint; startAmount: bigint; endAmount: bigint }
export type Parameters = ReturnType<typeof parametersOf>

export const itemOf = (itemType: number, token: Address, identifierOrCriteria: bigint, amount: bigint): Item => ({
  itemType,
  token,
  identifierOrCriteria,
  startAmount: amount,
  endAmount: amount,
})

let salt = 0n

export function parametersOf(offerer: Address, offer: Item[], consideration: (Item & { recipient: Address })[], orderType: number) {
  salt += 1n
  const rest = { orderType, startTime: 0n, endTime: 2n ** 40n, zoneHash: ZERO_WORD, salt, conduitKey: ZERO_WORD }
  return { offerer, zone: zeroAddress, offer, consideration, ...rest, totalOriginalConsiderationItems: BigInt(consideration.length) }
}

export type Market = Pick<Compiled, 'abi'> & { at: Address }

export const partsOf = ({ people }: Arena): Payment[] => [
  { recipient: people.eve, amount: FEE },
  { recipient: people.carol, amount: ROYALTY },
]
export const sumOf = (parts: readonly Payment[]) => parts.reduce((sum, { amount }) => sum + amount, 0n)
export const same = (operation: string, gas: number): Row => ({ operation, market: MARKET, used: gas, fresh: gas })

export async function signed(
  { testnet }: Arena,
  { at }: Market,
  parameters: Parameters,
  who: Member = memberOf('Alice'),
  counter = 0n,
): Promise<Hex> {
  const { totalOriginalConsiderationItems: _, ...components } = parameters
  const item = [
    { name: 'itemType', type: 'uint8' },
    { name: 'token', type: 'address' },
    { name: 'identifierOrCriteria', type: 'uint256' },
    { name: 'startAmount', type: 'uint256' },
    { name: 'endAmount', type: 'uint256' },
  ]
  return privateKeyToAccount(who.privateKey).signTypedData({
    domain: { name: 'Seaport', version: '1.6', chainId: testnet.chainId, verifyingContract: at },
    primaryType: 'OrderComponents',
    types: {
      OrderComponents: [
        { name: 'offerer', type: 'address' },
        { name: 'zone', type: 'address' },
        { name: 'offer', type: 'OfferItem[]' },
        { name: 'consideration', type: 'ConsiderationItem[]' },
        { name: 'orderType', type: 'uint8' },
        { name: 'startTime', type: 'uint256' },
        { name: 'endTime', type: 'uint256' },
        { name: 'zoneHash', type: 'bytes32' },
        { name: 'salt', type: 'uint256' },
        { name: 'conduitKey', type: 'bytes32' },
        { name: 'counter', type: 'uint256' },
      ],
      OfferItem: item,
      ConsiderationItem: [...item, { name: 'recipient', type: 'address' }],
    },
    message: { ...components, counter },
  })
}

export function saleOf(
  { people }: Arena,
  token: Address,
  id: bigint,
  parts: readonly Payment[],
  owner: Address = people.alice,
  money: Address = zeroAddress,
): Parameters {
  const kind = money === zeroAddress ? ITEM.COIN : ITEM.ERC20
  const paid = (amount: bigint, recipient: Address) => ({ ...itemOf(kind, money, 0n, amount), recipient })
  const consideration = [paid(PRICE - sumOf(parts), owner), ...parts.map(({ amount, recipient }) => paid(amount, recipient))]
  return parametersOf(owner, [itemOf(ITEM.ERC721, token, id, 1n)], consideration, FULL_OPEN)
}

/** The cheapest way in: a basic order by the function with the selector of zeros. */
export async function fulfillBasic(
  arena: Arena,
  market: Market,
  parameters: Parameters,
  type: number,
  parts: readonly Payment[],
  value: bigint,
  signature?: Hex,
) {
  const [offered, wanted] = [parameters.offer[0], parameters.consideration[0]]
  if (!offered || !wanted) throw new Error('a basic order has one item on each side')
  const basic = {
    considerationToken: wanted.token,
    considerationIdentifier: wanted.identifierOrCriteria,
    considerationAmount: wanted.startAmount,
    offerer: parameters.offerer,
    zone: parameters.zone,
    offerToken: offered.token,
    offerIdentifier: offered.identifierOrCriteria,
    offerAmount: offered.startAmount,
    basicOrderType: type,
    startTime: parameters.startTime,
    endTime: parameters.endTime,
    zoneHash: parameters.zoneHash,
    salt: parameters.salt,
    offererConduitKey: ZERO_WORD,
    fulfillerConduitKey: ZERO_WORD,
    totalOriginalAdditionalRecipients: BigInt(parts.length),
    additionalRecipients: parts,
    signature: signature ?? (await signed(arena, market, parameters)),
  }
  return arena.send('Bob', market.at, market.abi, 'fulfillBasicOrder_efficient_6GL6yc', [basic], value)
}

import { toAddress } from '@plinth/protocol'
import { type Address, decodeFunctionData, encodeFunctionResult, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { readOthersRoyalty, readRoyalties } from './royalties.ts'

const abi = parseAbi([
  'function royaltyInfo(uint256 tokenId, uint256 salePrice) view returns (address receiver, uint256 amount)',
  'function getFeeRecipients(uint256 tokenId) view returns (address[])',
  'function getFeeBps(uint256 tokenId) view returns (uint256[])',
])
const account = (digit: string) => toAddress(`0x${digit.repeat(40)}`)
const [MAKER, OTHER, THIRD] = [account('1'), account('2'), account('3')]
const REF = { collection: account('c'), tokenId: 7n }

type Answers = { royaltyInfo?: (price: bigint) => readonly [Address, bigint]; getFeeRecipients?: Address[]; getFeeBps?: bigint[] }

/** A collection that returns preset values, and reverts otherwise. */
function collection({ royaltyInfo, ...lists }: Answers) {
  const answer = (data: Hex): Hex => {
    const { functionName, args } = decodeFunctionData({ abi, data })
    if (functionName === 'royaltyInfo' && royaltyInfo) return encodeFunctionResult({ abi, functionName, result: royaltyInfo(args[1]) })
    if (functionName === 'getFeeRecipients' && lists.getFeeRecipients)
      return encodeFunctionResult({ abi, functionName, result: lists.getFeeRecipients })
    if (functionName === 'getFeeBps' && lists.getFeeBps) return encodeFunctionResult({ abi, functionName, result: lists.getFeeBps })
    throw new Error('execution reverted')
  }
  return { call: async ({ data = '0x' }: { data?: Hex | undefined }) => ({ data: answer(data) }) }
}
const read = (answers: Answers) => readRoyalties(collection(answers), REF, MAKER)

describe('readRoyalties', () => {
  it('takes ERC-2981 before the fee lists, as the exchange does', async () => {
    const royaltyInfo = (price: bigint) => [MAKER, price / 20n] as const
    expect(await read({ royaltyInfo, getFeeRecipients: [OTHER], getFeeBps: [900n] })).toEqual([500])
  })

  it('keeps the first place for the maker, so that no other account is shown as the maker', async () => {
    expect(await read({ royaltyInfo: (price) => [OTHER, price / 40n] })).toEqual([0, 250])
  })

  it('reads the lists where ERC-2981 says nothing, five of them, ten percent in all', async () => {
    const royaltyInfo = () => [MAKER, 0n] as const
    expect(await read({ royaltyInfo, getFeeRecipients: [OTHER, MAKER, THIRD], getFeeBps: [100n, 400n, 800n] })).toEqual([400, 100, 500])
    const six = { getFeeRecipients: Array.from({ length: 6 }, () => OTHER), getFeeBps: Array.from({ length: 6 }, () => 10n) }
    expect(await read(six)).toEqual([0, 10, 10, 10, 10, 10])
    expect(await read({ getFeeRecipients: [OTHER, THIRD], getFeeBps: [100n] })).toEqual([0, 100])
  })

  it('believes no more than the cap, however large the number', async () => {
    expect(await read({ royaltyInfo: () => [OTHER, 2n ** 256n - 1n] })).toEqual([0, 1_000])
  })

  it('is nothing where nothing is answered', async () => {
    expect(await read({})).toEqual([])
    expect(await read({ getFeeRecipients: [OTHER] })).toEqual([])
  })
})

describe('readOthersRoyalty', () => {
  const others = (answers: Answers) => readOthersRoyalty(collection(answers), REF, MAKER)

  it('[F-81] rounds a part of a basis point up, since the exchange compares what is paid', async () => {
    expect(await others({ royaltyInfo: (price) => [OTHER, (price * 3_333n) / 100_000n] })).toBe(334)
    expect(await others({ royaltyInfo: (price) => [OTHER, price / 20n] })).toBe(500)
  })

  it('[F-81] adds up what others than the maker get, at most the cap', async () => {
    expect(await others({ getFeeRecipients: [MAKER, OTHER, THIRD], getFeeBps: [300n, 200n, 150n] })).toBe(350)
    expect(await others({ royaltyInfo: (price) => [OTHER, price / 2n] })).toBe(1_000)
    expect(await others({})).toBe(0)
  })
})

import { type Abi, parseAbiItem, toEventSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import auction from '../erc7730/calldata-auction.json' with { type: 'json' }
import box from '../erc7730/calldata-blind-box.json' with { type: 'json' }
import collection from '../erc7730/calldata-collection.json' with { type: 'json' }
import factory from '../erc7730/calldata-collection-factory.json' with { type: 'json' }
import exchange from '../erc7730/calldata-exchange.json' with { type: 'json' }
import transfers from '../erc7730/calldata-many-transfers.json' with { type: 'json' }
import prizes from '../erc7730/calldata-prize-collection.json' with { type: 'json' }
import { argumentsOf, CONTAINER, callsOf, type Deployment, faultsOf, formatsOf, SCHEMA, selectorOf } from '../test/descriptors.ts'
import * as abis from './abi/index.ts'
import {
  auctionExchangeAbi,
  blindBoxAbi,
  collection721Abi,
  collection1155Abi,
  collectionFactoryAbi,
  exchangeAbi,
  manyTransfersAbi,
  prizeCollectionAbi,
} from './abi/index.ts'
import { LOCAL_DEPLOYMENTS } from './addresses.generated.ts'
import { ASSET_TYPE, TOKEN_STANDARD } from './codes.ts'

type Contracts = (typeof LOCAL_DEPLOYMENTS)[keyof typeof LOCAL_DEPLOYMENTS]
type Descriptor = {
  $schema: string
  context: { contract: { deployments: readonly Deployment[] } }
  metadata: { owner: string; enums?: { kinds: object } }
  display: { formats: object }
}
type Case = {
  readonly name: string
  readonly descriptor: Descriptor
  readonly abis: Readonly<Record<string, Abi>>
  readonly at: (contracts: Contracts) => readonly string[]
  /** Functions that no user sends, with the reason. */
  readonly excluded: Readonly<Record<string, string>>
  /** Codes that its enum has words for; undefined where it has no enum. */
  readonly kinds: Readonly<Record<string, number>> | undefined
}

/** What every contract with fees has, each with who sends it. */
const OPERATORS = {
  acceptOwnership: 'the next operator',
  addFeeSigner: 'the operator',
  applyBeneficiary: 'the operator',
  applyMinimumSellerFee: 'the operator',
  pause: 'the operator',
  raiseFeeEpoch: 'the operator',
  removeFeeSigner: 'the operator',
  setBeneficiary: 'the operator',
  setBuyerFee: 'the operator',
  setMinimumSellerFee: 'the operator',
  transferOwnership: 'the operator',
  unpause: 'the operator',
}
/** Pays out to the beneficiary; any caller may start it. */
const PAYOUT = 'the operator: pays fees to the beneficiary'
const FEES = { ...OPERATORS, withdraw: PAYOUT }

const CASES: readonly Case[] = [
  {
    name: 'Exchange',
    descriptor: exchange,
    abis: { exchangeAbi },
    at: (contracts) => [contracts.exchange],
    excluded: { ...FEES, withdrawTokens: PAYOUT },
    kinds: ASSET_TYPE,
  },
  {
    name: 'AuctionExchange',
    descriptor: auction,
    abis: { auctionExchangeAbi },
    at: (contracts) => [contracts.auctionExchange],
    excluded: { ...OPERATORS, withdrawTokens: PAYOUT, endEverything: 'the Exchange, whose own endEverything users send' },
    kinds: ASSET_TYPE,
  },
  {
    name: 'ManyTransfers',
    descriptor: transfers,
    abis: { manyTransfersAbi },
    at: (contracts) => [contracts.manyTransfers],
    excluded: {},
    kinds: TOKEN_STANDARD,
  },
  {
    name: 'collections',
    descriptor: collection,
    abis: { collection721Abi, collection1155Abi },
    at: (contracts) => [contracts.official721, contracts.official1155],
    excluded: {
      announce: 'the factory, once',
      mintAtSettlement: 'the Exchange',
      mintByMinter: 'the contract that setMinter named',
    },
    kinds: TOKEN_STANDARD,
  },
  {
    name: 'CollectionFactory',
    descriptor: factory,
    abis: { collectionFactoryAbi },
    at: (contracts) => [contracts.collectionFactory],
    excluded: {},
    kinds: undefined,
  },
  {
    name: 'BlindBox',
    descriptor: box,
    abis: { blindBoxAbi },
    at: (contracts) => [contracts.blindBox],
    excluded: FEES,
    kinds: ASSET_TYPE,
  },
  {
    name: 'PrizeCollection',
    descriptor: prizes,
    abis: { prizeCollectionAbi },
    at: (contracts) => [contracts.prizeCollection],
    excluded: { mintPrize: 'the BlindBox' },
    kinds: undefined,
  },
]

/** Contracts without a descriptor, with the reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  transferProxyAbi: 'only the contracts above call it',
  wrappedCoinAbi: 'a token like any other, which wallets show by themselves',
  dollarTokenAbi: 'play money of the local chains',
  priceFeedAbi: 'a feed of the local chains, which their writer alone calls',
}

const chains = Object.entries(LOCAL_DEPLOYMENTS).map(([id, contracts]) => ({ chainId: Number(id), contracts }))

it('[SIGN-04] every contract that users call is described, or left out for a reason', () => {
  const named = [...CASES.flatMap((one) => Object.keys(one.abis)), ...Object.keys(WITHOUT)]
  expect(named.toSorted()).toEqual(Object.keys(abis).toSorted())
})

describe.each(CASES)('the calls of $name', ({ descriptor, abis: own, at, excluded, kinds }) => {
  const formats = formatsOf(descriptor)
  const calls = callsOf(Object.values(own))
  const described = formats.map(([key]) => selectorOf(key))

  it('[SIGN-04] are each described once, or left out for a reason', () => {
    const others = [...calls].filter(([, { name }]) => name in excluded)
    expect(others.map(([, { name }]) => name)).toEqual(expect.arrayContaining(Object.keys(excluded)))
    expect([...described, ...others.map(([selector]) => selector)].toSorted()).toEqual([...calls.keys()].toSorted())
  })

  it.each(formats)('[SIGN-04] have every argument described once, and no other: %s', (key, { fields }) => {
    const call = calls.get(selectorOf(key)) ?? expect.fail('the contract has no such function')
    const paths = fields.map(({ path }) => path)
    expect(paths.filter((path) => !CONTAINER.includes(path)).toSorted()).toEqual(argumentsOf(call).toSorted())
    expect(paths.includes('@.value')).toBe(call.stateMutability === 'payable')
  })

  it('[SIGN-04] hide proofs and the market’s own numbers, and nothing that moves', () => {
    const hidden = formats.flatMap(([, { fields }]) => fields.filter(({ visible }) => visible === 'never').map(({ path }) => path))
    for (const path of hidden) expect(path).toMatch(/(^#|[sS]ig|\.signature)\.[vrs]$|[sS]ignature$|\.voucher$|\.proof\.\[\]$|\.salt$/)
  })

  it('[SIGN-04] are shown in formats, and with references, that exist', () => {
    expect(formats.flatMap(([key, format]) => faultsOf(descriptor, format).map((fault) => `${key}: ${fault}`))).toEqual([])
  })

  it('[SIGN-04] have a word for each kind of asset', () => {
    const words = Object.keys(descriptor.metadata.enums?.kinds ?? {}).map(Number)
    expect(words).toEqual(Object.values(kinds ?? {}).toSorted())
  })

  it('[SIGN-04] are bound to the contracts of the local chains', () => {
    const local = chains.flatMap(({ chainId, contracts }) => at(contracts).map((address) => ({ chainId, address })))
    expect(descriptor.context.contract.deployments).toEqual(local)
    expect(descriptor.$schema).toBe(SCHEMA)
    expect(Object.keys(descriptor)).toEqual(['$schema', 'context', 'metadata', 'display'])
  })
})

it('[SIGN-04] the calls of collections are bound to what the factory makes, too', () => {
  const { deployments, deployEvent } = collection.context.contract.factory
  expect(deployments).toEqual(chains.map(({ chainId, contracts }) => ({ chainId, address: contracts.collectionFactory })))
  const [created] = collectionFactoryAbi.filter((item) => item.type === 'event')
  const named = parseAbiItem(`event ${deployEvent}`)
  expect(named.type === 'event' && toEventSelector(named)).toBe(toEventSelector(created ?? expect.fail('it logs one event')))
})

it('[SIGN-04] works of a collection are named by the collection that is called', () => {
  const ids = formatsOf(collection).flatMap(([, { fields }]) => fields.filter(({ format }) => format === 'nftName'))
  expect(ids.map(({ params }) => params?.collectionPath)).toEqual(ids.map(() => '@.to'))
})

it('[BULK-08] the call that sends many works hides nothing', () => {
  expect(formatsOf(transfers).flatMap(([, { fields }]) => fields.filter(({ visible }) => visible !== undefined))).toEqual([])
})

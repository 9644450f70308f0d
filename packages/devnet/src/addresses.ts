import { type Address, LOCAL_NETWORKS, toAddress } from '@plinth/protocol'
import { getContractAddress, keccak256, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** Addresses of a market's contracts on one chain. */
export interface MarketAddresses {
  exchange: Address
  auctionExchange: Address
  blindBox: Address
  /** Absent in the first edition. */
  manyTransfers?: Address
  transferProxy: Address
  collection721Implementation: Address
  collection1155Implementation: Address
  collectionFactory: Address
  official721: Address
  official1155: Address
  prizeCollection: Address
  /** Pay tokens of the local chains: the coin as an ERC20, and play money of 6 decimals. */
  wrappedCoin: Address
  dollar: Address
}

/** Order of deployment in the first edition: the nonce decides the address. Its deployer put the pay tokens there, too. */
const FIRST_NONCES = {
  collectionFactory: 0,
  exchange: 1,
  auctionExchange: 2,
  blindBox: 3,
  transferProxy: 4,
  official721: 5,
  official1155: 6,
  prizeCollection: 7,
  wrappedCoin: 8,
  dollar: 9,
} as const

/** The same since the second edition: the proxy is deployed after its operators. */
const PRESENT_NONCES = {
  collectionFactory: 0,
  exchange: 1,
  auctionExchange: 2,
  blindBox: 3,
  manyTransfers: 4,
  transferProxy: 5,
  official721: 6,
  official1155: 7,
  prizeCollection: 8,
} as const

export type PlannedPlace = keyof typeof FIRST_NONCES | keyof typeof PRESENT_NONCES

/** Nonce with which an edition's deployer deploys a contract. @throws Error where the edition has none there */
export function nonceOf(edition: number, place: PlannedPlace): number {
  const nonces: Partial<Record<PlannedPlace, number>> = edition === 1 ? FIRST_NONCES : PRESENT_NONCES
  const nonce = nonces[place]
  if (nonce === undefined) throw new Error(`Edition ${edition} has no ${place}.`)
  return nonce
}

/** Number of the current set of contracts. A change of what is deployed at these addresses is a new edition. */
export const EDITION = 3
/** Former editions, the oldest first. */
export const FORMER_EDITIONS = [1, 2] as const

/** Throw-away account that deploys an edition on a local chain and has no role afterwards: anyone can compute its key. */
export function deployerOf(chainId: number, edition: number = EDITION): PrivateKeyAccount {
  const seed = edition === 1 ? `plinth devnet deployer ${chainId}` : `plinth devnet deployer ${chainId} edition ${edition}`
  return privateKeyToAccount(keccak256(toHex(seed)))
}

/** Account whose nonces decide the addresses of the pay tokens: they outlive the editions. */
export const TOKEN_EDITION = 1

export function planAddresses(chainId: number, edition: number = EDITION): MarketAddresses {
  const deployer = deployerOf(chainId, edition).address
  const at = (place: PlannedPlace) => createdBy(deployer, nonceOf(edition, place))
  const tokenAt = (place: 'wrappedCoin' | 'dollar') => createdBy(deployerOf(chainId, TOKEN_EDITION).address, nonceOf(TOKEN_EDITION, place))
  const collectionFactory = at('collectionFactory')
  return {
    exchange: at('exchange'),
    auctionExchange: at('auctionExchange'),
    blindBox: at('blindBox'),
    ...(edition === 1 ? {} : { manyTransfers: at('manyTransfers') }),
    transferProxy: at('transferProxy'),
    ...implementationsOf(collectionFactory),
    collectionFactory,
    official721: at('official721'),
    official1155: at('official1155'),
    prizeCollection: at('prizeCollection'),
    wrappedCoin: tokenAt('wrappedCoin'),
    dollar: tokenAt('dollar'),
  }
}

/** The market's contracts of a former edition, which remain for what was signed for them. */
export type FormerContracts = Omit<MarketAddresses, 'wrappedCoin' | 'dollar'> & { edition: number; deployBlock: number }

export function planFormer(chainId: number, edition: number): FormerContracts {
  const { wrappedCoin: _, dollar: __, ...contracts } = planAddresses(chainId, edition)
  return { edition, ...contracts, deployBlock: 0 }
}

/** Contracts that a factory's constructor creates: the implementations of its clones. */
export function implementationsOf(collectionFactory: Address) {
  return { collection721Implementation: createdBy(collectionFactory, 1), collection1155Implementation: createdBy(collectionFactory, 2) }
}

/** Contract that the constructor of an exchange, or of the boxes, creates: the code of its rare forms. */
export function moduleOf(contract: Address): Address {
  return createdBy(contract, 1)
}

export function createdBy(from: `0x${string}`, nonce: number): Address {
  return toAddress(getContractAddress({ from, nonce: BigInt(nonce) }))
}

/** Text of `packages/protocol/src/addresses.generated.ts`. */
export function renderAddresses(): string {
  const deployments = LOCAL_NETWORKS.map(({ chainId }) => {
    const lines = Object.entries(planAddresses(chainId)).map(([name, address]) => `    ${name}: toAddress('${address}'),`)
    return `  ${chainId}: {\n${lines.join('\n')}\n  },`
  })
  return `// Generated by \`npm run gen\`.
import { toAddress } from './address.ts'

/** Contracts of the local chains by chain id: the same on every machine, since their deployer is. */
export const LOCAL_DEPLOYMENTS = {
${deployments.join('\n')}
} as const
`
}

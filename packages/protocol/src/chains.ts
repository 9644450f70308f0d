import { type Address, toAddress } from './address.ts'

/** A network as config.fetch returns it (document A §3, decision 2). */
export type Network = {
  readonly chainId: number
  readonly name: string
  /** Symbol of the native coin, which always has 18 decimals. */
  readonly symbol: string
  /** Public URL; empty until an operator sets one. */
  readonly rpc: string
  /** Without a trailing slash, `/tx/{hash}` follows; empty hides the link. */
  readonly explorer: string
  /** Path relative to the site. */
  readonly logo: string
  /** A test network. */
  readonly isDev: boolean
  /** `/{address}/{tokenId}` follows; empty hides the link. */
  readonly opensea: string
}

/** The shipped list (document A §1). Mumbai and HECO have no public nodes any more, so their `rpc` is empty. */
export const PRODUCTION_NETWORKS: readonly Network[] = [
  {
    chainId: 1,
    name: 'Ethereum',
    symbol: 'ETH',
    rpc: 'https://ethereum-rpc.publicnode.com',
    explorer: 'https://etherscan.io',
    logo: '/networks/ethereum.svg',
    isDev: false,
    opensea: 'https://opensea.io/assets/ethereum',
  },
  {
    chainId: 56,
    name: 'BSC',
    symbol: 'BNB',
    rpc: 'https://bsc-dataseed.bnbchain.org',
    explorer: 'https://bscscan.com',
    logo: '/networks/bsc.svg',
    isDev: false,
    opensea: '',
  },
  { chainId: 80001, name: 'Mumbai', symbol: 'MATIC', rpc: '', explorer: '', logo: '/networks/polygon.svg', isDev: true, opensea: '' },
  { chainId: 256, name: 'Huobi ECO testnet', symbol: 'HT', rpc: '', explorer: '', logo: '/networks/heco.svg', isDev: true, opensea: '' },
]

/** The embedded chains (decision 3); the start fills in their `rpc`. */
export const LOCAL_NETWORKS: readonly Network[] = [
  {
    chainId: 31337,
    name: 'Local Ethereum',
    symbol: 'ETH',
    rpc: '',
    explorer: '',
    logo: '/networks/ethereum.svg',
    isDev: false,
    opensea: '',
  },
  { chainId: 31338, name: 'Local BSC', symbol: 'BNB', rpc: '', explorer: '', logo: '/networks/bsc.svg', isDev: false, opensea: '' },
]

/** Default chain of the embedded start (decision 3). */
export const LOCAL_CHAIN_ID = 31337
/** Lists take it for every chain (decision 10). */
export const ALL_CHAINS = -1

/** Labels by chain id (document A §3); other networks use their own name. */
const NETWORK_LABELS: Readonly<Record<number, string>> = {
  1: 'Main',
  2: 'Morden',
  3: 'Ropsten',
  4: 'Rinkeby',
  42: 'Kovan',
  5777: 'Ganache',
  56: 'Bnb',
  97: 'Bnb Testnet',
  137: 'Polygon',
  80001: 'Polygon Mumbai',
  43113: 'avalanche FUJI',
  43114: 'avalanche',
}

/** Whether money on this chain has no value. */
export function isLocalChain(chainId: number): boolean {
  return LOCAL_NETWORKS.some((network) => network.chainId === chainId)
}

/** What an unconfigured network is called, undefined where the documents name none. */
export function networkLabel(chainId: number): string | undefined {
  return NETWORK_LABELS[chainId]
}

/** Networks that visitors may choose: those with an `rpc` (decision 2). */
export function usableNetworks(networks: readonly Network[]): Network[] {
  return networks.filter((network) => network.rpc !== '')
}

/** The production menu: networks with an `rpc` that are no test networks (document A §1). */
export function menuNetworks(networks: readonly Network[]): Network[] {
  return usableNetworks(networks).filter((network) => !network.isDev)
}

/** An account or contract in the network's explorer, "" where it has none. */
export function explorerAddressUrl({ explorer }: Pick<Network, 'explorer'>, address: Address): string {
  return explorer === '' ? '' : `${explorer}/address/${address}`
}

export function explorerTxUrl(network: Pick<Network, 'explorer'>, hash: string): string {
  return network.explorer === '' ? '' : `${network.explorer}/tx/${hash}`
}

export function openseaUrl(network: Pick<Network, 'opensea'>, token: string, tokenId: bigint | string): string {
  return network.opensea === '' ? '' : `${network.opensea}/${token}/${tokenId}`
}

/**
 * ERC20s whose balances are those of the coin: Celo's token duality (docs.celo.org/specs/token-duality), the ERC20 precompile of
 * Moonbeam, Moonriver and Moonbase Alpha (docs.moonbeam.network), Metis's OVM_ETH, Polygon's MRC20. Plain texts, so that a page
 * that does not ask leaves them out.
 */
const COIN_FACES: Readonly<Record<number, string>> = {
  137: '0x0000000000000000000000000000000000001010',
  1088: '0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000',
  1284: '0x0000000000000000000000000000000000000802',
  1285: '0x0000000000000000000000000000000000000802',
  1287: '0x0000000000000000000000000000000000000802',
  42220: '0x471EcE3750Da237f93B8E339c536989b8978a438',
}

/** The coin itself as an ERC20, where the chain is known to have it: a contract that holds it holds coin that it may owe. */
export function coinFaceOf(chainId: number): Address | undefined {
  const face = COIN_FACES[chainId]
  return face === undefined ? undefined : toAddress(face)
}

import { readFileSync } from 'node:fs'
import type { Abi, Hex } from 'viem'

export interface Artifact {
  abi: Abi
  /** Creation code, without constructor arguments. */
  bytecode: Hex
  /** Code as it lies on chain, immutables still zero. */
  deployedBytecode: Hex
  /** Bytes of it that the constructor fills in. */
  immutables: readonly { start: number; length: number }[]
}

export type ContractName =
  | 'AuctionExchange'
  | 'BlindBox'
  | 'BlindBoxModule'
  | 'Collection1155'
  | 'Collection721'
  | 'CollectionFactory'
  | 'DollarToken'
  | 'Exchange'
  | 'ExchangeModule'
  | 'ManyTransfers'
  | 'OfficialCollection1155'
  | 'OfficialCollection721'
  | 'PriceFeed'
  | 'PrizeCollection'
  | 'TransferProxy'
  | 'WrappedCoin'

/** What `npm run gen` made of a contract. */
export function readArtifact(name: ContractName): Artifact {
  return JSON.parse(readFileSync(new URL(`../../../contracts/artifacts/${name}.json`, import.meta.url), 'utf8'))
}

/** Is this the artifact's code? Byte for byte, but for its immutables, which differ from deployment to deployment. */
export function isCodeOf({ deployedBytecode, immutables }: Artifact, code: Hex): boolean {
  const expected = Buffer.from(deployedBytecode.slice(2), 'hex')
  const actual = Buffer.from(code.slice(2), 'hex')
  if (expected.length !== actual.length) return false
  for (const { start, length } of immutables) actual.fill(0, start, start + length)
  return expected.equals(actual)
}

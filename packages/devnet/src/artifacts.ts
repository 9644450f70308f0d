import { readFileSync } from 'node:fs'
import type { Abi, Hex } from 'viem'

export interface Artifact {
  abi: Abi
  /** Creation code, without constructor arguments. */
  bytecode: Hex
  /** Code as it lies on chain, immutables still zero. */
  deployedBytecode: Hex
}

export type ContractName = 'CollectionFactory' | 'Collection721' | 'Exchange' | 'OfficialCollection721' | 'TransferProxy'

/** What `npm run gen` made of a contract. */
export function readArtifact(name: ContractName): Artifact {
  return JSON.parse(readFileSync(new URL(`../../../contracts/artifacts/${name}.json`, import.meta.url), 'utf8'))
}

/** Is this the artifact's code? Its zero bytes stand for immutables, which differ from deployment to deployment. */
export function isCodeOf(artifact: Artifact, code: Hex): boolean {
  const expected = Buffer.from(artifact.deployedBytecode.slice(2), 'hex')
  const actual = Buffer.from(code.slice(2), 'hex')
  return expected.length === actual.length && expected.every((byte, at) => byte === 0 || byte === actual[at])
}

import { createRequire } from 'node:module'
import type { Person } from '@plinth/devnet'
import { type Address, toAddress } from '@plinth/protocol'
import { type Abi, type Hex, parseAbi } from 'viem'
import type { Place } from './market.ts'

/** What somebody else wrote: a collection and a money that the market knows nothing of. */
const SOURCE = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Museum {
  string public name = "Museum of Elsewhere";
  string public symbol = "ELSE";
  mapping(uint256 => address) public ownerOf;
  event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
  function supportsInterface(bytes4 id) external pure returns (bool) { return id == 0x01ffc9a7 || id == 0x80ac58cd || id == 0x5b5e139f; }
  function tokenURI(uint256) external pure returns (string memory) { return ""; }
  function mint(address to, uint256 id) external { ownerOf[id] = to; emit Transfer(address(0), to, id); }
}

contract Guilder {
  string public name = "Guilder";
  string public symbol = "GLD";
  uint8 public decimals = 2;
}`

type Solc = { compile(input: string): string }
type Compiled = { contracts: { 'Foreign.sol': Record<string, { abi: Abi; evm: { bytecode: { object: string } } }> } }

/** Puts both on the market's chain; answers where they are. */
export async function deployForeign(person: Person, place: Place): Promise<{ museum: Address; guilder: Address }> {
  const solc: Solc = createRequire(import.meta.url)('solc')
  const settings = { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } }
  const input = { language: 'Solidity', sources: { 'Foreign.sol': { content: SOURCE } }, settings }
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as Compiled
  const deploy = async (name: string): Promise<Address> => {
    const data: Hex = `0x${contracts['Foreign.sol'][name]?.evm.bytecode.object}`
    const hash = await person.wallet.sendTransaction({ data })
    const { contractAddress } = await place.chain.waitForTransactionReceipt({ hash })
    if (!contractAddress) throw new Error(`${name} was not deployed`)
    return toAddress(contractAddress)
  }
  return { museum: await deploy('Museum'), guilder: await deploy('Guilder') }
}

export async function mintForeign(person: Person, { chain }: Place, museum: Address, to: Address, id: bigint): Promise<void> {
  const call = { address: museum, abi: parseAbi(['function mint(address to, uint256 id)']), functionName: 'mint', args: [to, id] } as const
  await chain.waitForTransactionReceipt({ hash: await person.wallet.writeContract(call) })
}

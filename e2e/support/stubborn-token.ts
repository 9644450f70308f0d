import { callRpc } from '@plinth/devnet'
import type { Address } from '@plinth/protocol'
import type { Hex } from 'viem'

/** Where the token's own code is kept in the meantime. */
const ASIDE = '0x00000000000000000000000000000000000705ed'

/**
 * Makes a token of a local chain behave as USDT does: `approve` changes an allowance only from or to zero, and returns
 * nothing. All else, and its storage, stay the token's own. Returns a function that undoes it.
 */
export async function makeStubborn(rpcUrl: string, token: Address): Promise<() => Promise<void>> {
  const own = await callRpc<Hex>(rpcUrl, 'eth_getCode', [token, 'latest'])
  await callRpc(rpcUrl, 'anvil_setCode', [ASIDE, own])
  await callRpc(rpcUrl, 'anvil_setCode', [token, assemble(STUBBORN)])
  return () => callRpc(rpcUrl, 'anvil_setCode', [token, own])
}

const OPCODES: Readonly<Record<string, string>> = {
  stop: '00',
  eq: '14',
  iszero: '15',
  shl: '1b',
  shr: '1c',
  caller: '33',
  calldataload: '35',
  calldatasize: '36',
  calldatacopy: '37',
  returndatasize: '3d',
  returndatacopy: '3e',
  pop: '50',
  mload: '51',
  mstore: '52',
  jumpi: '57',
  gas: '5a',
  delegatecall: 'f4',
  return: 'f3',
  revert: 'fd',
}

const STUBBORN = `
  0 calldataload 0xe0 shr 0x095ea7b3 eq iszero @other jumpi
  0x24 calldataload iszero @approve jumpi
  0xdd62ed3e 0xe0 shl 0 mstore  caller 0x04 mstore  0x04 calldataload 0x24 mstore
  0x20 0 0x44 0 ${ASIDE} gas delegatecall pop  0 mload @refuse jumpi
  approve:
  calldatasize 0 0 calldatacopy  0 0 calldatasize 0 ${ASIDE} gas delegatecall  iszero @refuse jumpi stop
  other:
  calldatasize 0 0 calldatacopy  0 0 calldatasize 0 ${ASIDE} gas delegatecall
  returndatasize 0 0 returndatacopy  @fine jumpi returndatasize 0 revert
  fine: returndatasize 0 return
  refuse: 0 0 revert`

/** Assembles tokens into bytes: numbers are pushed, `name:` is a jump destination, `@name` pushes its offset. */
function assemble(text: string): Hex {
  const words = text.trim().split(/\s+/)
  const places = new Map<string, number>()
  let at = 0
  for (const word of words) {
    if (word.endsWith(':')) places.set(word.slice(0, -1), at)
    at += bytesOf(word, 0).length / 2
  }
  return `0x${words.map((word) => bytesOf(word, places.get(word.slice(1)) ?? 0)).join('')}`
}

function bytesOf(word: string, place: number): string {
  if (word === '0') return '5f'
  if (word.startsWith('@')) return `61${place.toString(16).padStart(4, '0')}`
  if (word.endsWith(':')) return '5b'
  if (word.startsWith('0x')) return (0x5f + (word.length - 2) / 2).toString(16) + word.slice(2)
  const opcode = OPCODES[word]
  if (opcode === undefined) throw new Error(`no opcode ${word}`)
  return opcode
}

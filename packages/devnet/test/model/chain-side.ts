/** The chain's results, to compare with the models. */
import { collection721Abi, collection1155Abi, dollarTokenAbi } from '@plinth/protocol/abi'
import { type Abi, decodeErrorResult, type Hex, numberToHex, type PublicClient } from 'viem'
import { sign } from 'viem/accounts'
import { expect } from 'vitest'
import type { Stage, Transaction } from './stage.ts'

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
export const OUTSIDER: Hex = numberToHex(0xdead, { size: 32 })
export const NONE = { v: 0, r: numberToHex(0, { size: 32 }), s: numberToHex(0, { size: 32 }) }

export type ChainSignature = typeof NONE

export async function signatureOf(hash: Hex, privateKey: Hex): Promise<ChainSignature> {
  const { r, s, v } = await sign({ hash, privateKey })
  return { r, s, v: Number(v) }
}

/** The same with the other s, which ecrecover alone would take. */
export function mirrored({ r, s, v }: ChainSignature): ChainSignature {
  return { r, s: numberToHex(CURVE_ORDER - BigInt(s), { size: 32 }), v: v === 27 ? 28 : 27 }
}

export type Call = Transaction

/** What the contract returns: the name of its error, undefined when it would pass. */
export async function dryRun(rpcUrl: string, errors: Abi, call: Call): Promise<string | undefined> {
  const error = await callRefused(rpcUrl, call)
  if (!error) return undefined
  return error.data && error.data !== '0x' ? decodeErrorResult({ abi: errors, data: error.data }).errorName : error.message
}

/** The same with the error's arguments, and in a future block. */
export async function refusalOf(
  rpcUrl: string,
  errors: Abi,
  call: Call,
  { time, number }: { time: bigint; number: bigint },
): Promise<string | undefined> {
  const error = await callRefused(rpcUrl, call, {}, { time: numberToHex(time), number: numberToHex(number) })
  if (!error?.data || error.data === '0x') return error?.message
  const { errorName, args = [] } = decodeErrorResult({ abi: errors, data: error.data })
  return `${errorName}(${args.map((fact) => String(fact).toLowerCase()).join()})`
}

async function callRefused(rpcUrl: string, { value, gas = 2_000_000, ...call }: Call, ...overrides: readonly object[]) {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      params: [{ ...call, value: numberToHex(value), gas: numberToHex(gas) }, 'latest', ...overrides],
    }),
  })
  const { error } = (await response.json()) as { error?: { data?: Hex; message: string } }
  return error
}

/** Each balance and each item, on chain and in the model. */
export async function compareBooks(client: PublicClient, { world, cast }: Stage): Promise<void> {
  const money = async (name: string) => {
    const [address, account] = name.split(':') as [Hex, Hex]
    if (address === cast.moneys[0]) return client.getBalance({ address: account })
    return client.readContract({ address, abi: dollarTokenAbi, functionName: 'balanceOf', args: [account] })
  }
  const units = async (name: string) => {
    const [address, id, account] = name.split(':') as [Hex, string, Hex]
    return client.readContract({ address, abi: collection1155Abi, functionName: 'balanceOf', args: [account, BigInt(id)] })
  }
  const holder = async (name: string) => {
    const [address, id] = name.split(':') as [Hex, string]
    const owner = await client.readContract({ address, abi: collection721Abi, functionName: 'ownerOf', args: [BigInt(id)] })
    return owner.toLowerCase() as Hex
  }
  expect(await readAll(world.money, money)).toEqual(world.money)
  expect(await readAll(world.units, units)).toEqual(world.units)
  expect(await readAll(world.holders, holder)).toEqual(world.holders)
}

/** A book as the chain has it. */
export async function readAll<K, T>(book: ReadonlyMap<K, T>, read: (name: K) => Promise<T>): Promise<Map<K, T>> {
  return new Map(await Promise.all([...book.keys()].map(async (name) => [name, await read(name)] as const)))
}

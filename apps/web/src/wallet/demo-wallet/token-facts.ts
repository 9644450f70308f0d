import { isAddress, type Network, toAddress } from '@plinth/protocol'
import { wrappedCoinAbi } from '@plinth/protocol/abi'
import { decodeFunctionResult, encodeFunctionData, type Hex } from 'viem'
import type { Rpc } from './rpc.ts'

type Token = { symbol: string; decimals: number }

/** Tokens by lower-case address, and the chain's coin. */
export type TokenFacts = { coin: Token; tokens: ReadonlyMap<string, Token> }

export const findToken = ({ coin, tokens }: TokenFacts, address: string | undefined): Token | undefined =>
  address === undefined ? coin : tokens.get(address.toLowerCase())

/** A message names two assets at most; more than that is not the market's. */
const MOST_ASKED = 4

/** Symbol and decimals of the tokens that a message names, as their contracts answer; what is no token is left out. */
export async function readTokens(rpc: Rpc, { symbol }: Pick<Network, 'symbol'>, message: unknown): Promise<TokenFacts> {
  const found = await Promise.all(
    tokensIn(message).map(async (address) => {
      const token = await readToken(rpc, address).catch(() => undefined)
      return token ? [[address, token] as const] : []
    }),
  )
  return { coin: { symbol, decimals: 18 }, tokens: new Map(found.flat()) }
}

/** Values of every field called `token`. */
function tokensIn(message: unknown): Hex[] {
  const found = new Set<Hex>()
  JSON.stringify(message, (key, value: unknown) => {
    if (key === 'token' && typeof value === 'string' && isAddress(value.toLowerCase())) found.add(toAddress(value))
    return typeof value === 'bigint' ? value.toString() : value
  })
  return [...found].slice(0, MOST_ASKED)
}

async function readToken(rpc: Rpc, address: Hex): Promise<Token | undefined> {
  const read = async (functionName: 'symbol' | 'decimals') => {
    const call = { to: address, data: encodeFunctionData({ abi: wrappedCoinAbi, functionName }) }
    return decodeFunctionResult({ abi: wrappedCoinAbi, functionName, data: await rpc<Hex>('eth_call', [call, 'latest']) })
  }
  const [symbol, decimals] = [String(await read('symbol')), Number(await read('decimals'))]
  // Shown beside what is signed: a short word, or nothing.
  return /^[\w.$-]{1,12}$/.test(symbol) && decimals <= 36 ? { symbol, decimals } : undefined
}

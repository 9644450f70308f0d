import type { Config, ItemApproval, PayToken } from '@plinth/api'
import { type Address, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { COLLECTION_ABI, TOKEN_ABI } from '@plinth/sdk'
import type { Allowed } from '../../flows/acts/allowed/take-back.ts'
import { loadWallet } from '../../wallet/load.ts'
import type { Wallet } from '../../wallet/types.ts'

/** One approval that stands on the chain now. */
export type AllowedRow = Allowed & {
  /** Of the contracts that may move it; undefined for the present ones. */
  readonly edition: number | undefined
  /** Of a collection its name, of a token its symbol. */
  readonly name: string
  readonly decimals: number
  /** Of a token, in base units. */
  readonly amount: bigint
  /** What the account has of the token. */
  readonly held: bigint
}

type Spender = { readonly spender: Address; readonly edition: number | undefined }

/** The market's transfer proxies of a chain, the present one first. */
const spendersOf = ({ contract }: Pick<Config, 'contract'>): Spender[] => [
  { spender: contract.transferProxy, edition: undefined },
  ...contract.former.map(({ transferProxy, edition }) => ({ spender: transferProxy, edition })),
]

export const allowedKey = ({ of, chainId, address, spender, tokenId }: Allowed): string =>
  [of, chainId, address, spender, tokenId].join(':')

/** Tokens to ask: pay tokens, the market's own collections, and names from server and logs. */
export function candidatesOf(config: Config, tokens: readonly PayToken[], known: readonly ItemApproval[], logged: readonly Allowed[]) {
  const { chainId } = config.network
  const { official721, official1155 } = config.contract
  const each = spendersOf(config).flatMap(({ spender }): Allowed[] => [
    ...tokens.flatMap(({ address }): Allowed[] =>
      address === ZERO_ADDRESS ? [] : [{ of: 'token', chainId, address: toAddress(address), spender }],
    ),
    ...[official721, official1155].map((address): Allowed => ({ of: 'collection', chainId, address, spender })),
  ])
  const named = known.map(
    ({ chainId: at, collection, spender }): Allowed => ({ of: 'collection', chainId: at, address: collection, spender }),
  )
  const all = [...each, ...named, ...logged].filter((one) => one.chainId === chainId)
  return [...new Map(all.map((one) => [allowedKey(one), one])).values()]
}

type Named = { readonly tokens: readonly PayToken[]; readonly known: readonly ItemApproval[] }

/** Reads the present approvals among these. Throws if no node answers. */
export async function readAllowed(account: Address, config: Config, candidates: readonly Allowed[], named: Named): Promise<AllowedRow[]> {
  const wallet = await loadWallet()
  const spenders = spendersOf(config)
  // Without an answer to this no other one counts.
  await wallet.balance(config.network.chainId, account)
  const rows = candidates.map(async (allowed): Promise<AllowedRow[]> => {
    const of = spenders.find(({ spender }) => spender === allowed.spender)
    const amount = of && (await amountOf(wallet, account, allowed).catch(() => 0n))
    if (!of || !amount) return []
    const facts = allowed.of === 'token' ? await tokenFacts(wallet, account, allowed, named) : await collectionFacts(wallet, allowed, named)
    return [{ ...allowed, ...facts, edition: of.edition, amount }]
  })
  return (await Promise.all(rows)).flat()
}

/** 0 for an ended approval, 1 for items. A contract of another kind answers nothing. */
async function amountOf(wallet: Wallet, account: Address, { of, chainId, address, spender, tokenId = 0n }: Allowed): Promise<bigint> {
  const ask = <T>(functionName: string, args: readonly unknown[], abi = COLLECTION_ABI) =>
    wallet.read<T>({ chainId, address, abi, functionName, args })
  if (of === 'token') return ask<bigint>('allowance', [account, spender], TOKEN_ABI)
  if (of === 'collection') return (await ask<boolean>('isApprovedForAll', [account, spender])) ? 1n : 0n
  const [approved, owner] = await Promise.all([ask<string>('getApproved', [tokenId]), ask<string>('ownerOf', [tokenId])])
  return toAddress(approved) === spender && toAddress(owner) === account ? 1n : 0n
}

async function tokenFacts(wallet: Wallet, account: Address, { chainId, address }: Allowed, { tokens }: Named) {
  const known = tokens.find((token) => token.address === address)
  const read = <T>(functionName: string, other: T) =>
    wallet.read<T>({ chainId, address, abi: TOKEN_ABI, functionName, args: [] }).catch(() => other)
  const held = await wallet.tokenBalance(chainId, address, account).catch(() => 0n)
  return known
    ? { name: known.symbol, decimals: known.decimals, held }
    : { name: String(await read('symbol', address)), decimals: Number(await read('decimals', 0)), held }
}

async function collectionFacts(wallet: Wallet, { chainId, address }: Allowed, { known }: Named) {
  const name =
    known.find((one) => one.chainId === chainId && one.collection === address)?.name ||
    (await wallet.read<string>({ chainId, address, abi: COLLECTION_ABI, functionName: 'name', args: [] }).catch(() => address))
  return { name: String(name), decimals: 0, held: 0n }
}

export type LoggedAllowed = { readonly found: readonly Allowed[]; readonly from: bigint; readonly to: bigint }

/** What logs of the chain name, as far back as its node gives them. */
export async function readLogged(account: Address, config: Config): Promise<LoggedAllowed> {
  const { chainId } = config.network
  const wallet = await loadWallet()
  const { found, from, to } = await wallet.approvalLogs(
    chainId,
    account,
    spendersOf(config).map(({ spender }) => spender),
  )
  return { found: found.map((one): Allowed => ({ ...one, chainId })), from, to }
}

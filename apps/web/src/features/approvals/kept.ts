import type { Category, Config, ItemApproval, PayToken, SignatureRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import type { Allowed } from '../../flows/acts/allowed/take-back.ts'
import { queryClient } from '../../lib/api.ts'
import { allPayTokensQuery, categoriesQuery, chainConfigQuery, configQuery } from '../../lib/site.ts'
import { LOCAL, readStored, writeStored } from '../../lib/storage.ts'

/** What an account allows, as this browser last saw it. */
export type KeptAccount = {
  readonly account: Address
  /** Unix seconds of this browser. */
  readonly at: number
  readonly approvals: readonly ItemApproval[]
  readonly signatures: readonly SignatureRecord[]
  readonly total: number
  /** By chain and token, in base units. */
  readonly committed: Readonly<Record<string, bigint>>
  /** What logs named. */
  readonly logged: readonly Allowed[]
}

type KeptSite = {
  readonly shown: Config
  readonly chains: readonly Config[]
  readonly categories: readonly Category[]
  readonly payTokens: readonly PayToken[]
}
type Kept = { readonly site?: KeptSite | undefined; readonly account?: KeptAccount | undefined }

/** JSON knows no bigint. */
const BIG = '$big'
const written = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? { [BIG]: part.toString() } : part))
const isBig = (part: unknown): part is { [BIG]: string } =>
  typeof part === 'object' && part !== null && BIG in part && typeof part[BIG] === 'string'
const readText = (text: string): Kept => JSON.parse(text, (_, part: unknown) => (isBig(part) ? BigInt(part[BIG]) : part))

function readKept(): Kept {
  try {
    return readText(readStored(LOCAL.allowed) ?? '{}')
  } catch {
    return {}
  }
}

/** Of this account alone; what another account has left here is not shown. */
export function keptOf(account: Address): KeptAccount | undefined {
  const kept = readKept().account
  return kept?.account === account ? kept : undefined
}

/** Reads the site's configuration from the page's cache. */
export function keep(account: KeptAccount, chainIds: readonly number[]): void {
  const shown = queryClient.getQueryData<Config>(configQuery().queryKey)
  const categories = queryClient.getQueryData<Category[]>(categoriesQuery().queryKey)
  const payTokens = queryClient.getQueryData<PayToken[]>(allPayTokensQuery().queryKey)
  const chains = chainIds.flatMap((chainId) => queryClient.getQueryData<Config>(chainConfigQuery(chainId).queryKey) ?? [])
  const site = shown && categories && payTokens ? { shown, chains, categories, payTokens } : readKept().site
  writeStored(LOCAL.allowed, written({ site, account } satisfies Kept))
}

/** Gives the page of approvals the kept configuration; loaded values win. */
export function restoreSite(): void {
  const { site } = readKept()
  if (!site || location.pathname !== '/items/approvals') return
  const give = <T>(key: readonly unknown[], kept: T) => queryClient.setQueryData<T>(key, (now) => now ?? kept)
  give(configQuery().queryKey, site.shown)
  give(categoriesQuery().queryKey, site.categories)
  give(allPayTokensQuery().queryKey, site.payTokens)
  for (const config of site.chains) give(chainConfigQuery(config.network.chainId).queryKey, config)
}

import type { Config, ItemApproval, PayToken, SignatureRecord } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { allowedApi } from '../../flows/acts/allowed/allowed-api.ts'
import { api, queryClient, queryOf } from '../../lib/api.ts'
import { useLiveState } from '../../lib/live-state.ts'
import { outageOf } from '../../lib/outage.ts'
import { useSession } from '../../lib/session.ts'
import { allPayTokensQuery, chainConfigQuery, useNetworks } from '../../lib/site.ts'
import { type KeptAccount, keep, keptOf } from './kept.ts'
import { type AllowedRow, allowedKey, candidatesOf, readAllowed, readLogged } from './read-chain.ts'

const PAGE = 100
/** More are ended with everything else. */
const MOST_PAGES = 20
/** A server that falls silent is noticed within this time. */
const AGAIN_MS = 15_000
/** Both keys begin so: after a transaction all of it is read again. */
export const CHAIN_KEY = 'allowed.chain'

type Signed = { readonly list: readonly SignatureRecord[]; readonly total: number }

async function readSignatures(signal: AbortSignal): Promise<Signed> {
  const list: SignatureRecord[] = []
  for (let page = 1; ; page++) {
    const next = await allowedApi.signatures({ page, limit: PAGE }, { signal })
    list.push(...next.list)
    if (page >= next.pages || page === MOST_PAGES) return { list, total: next.total }
  }
}

export type ChainView = {
  readonly config: Config
  readonly name: string
  readonly symbol: string
  /** Undefined until its node has answered. */
  readonly rows: readonly AllowedRow[] | undefined
  readonly isFailed: boolean
  readonly retry: () => void
  /** Blocks whose logs were looked through; undefined until then. */
  readonly looked: { readonly from: bigint; readonly to: bigint } | undefined
}

export type AllowedView = {
  readonly chains: readonly ChainView[]
  readonly signed: Signed | undefined
  readonly isSignedFailed: boolean
  readonly retrySigned: () => void
  /** The server does not answer. */
  readonly isSilent: boolean
  /** When this browser last heard of the signatures that it shows; undefined for now. */
  readonly keptAt: number | undefined
  /** Base units of a token that open bids can still draw; undefined if not known. */
  readonly committedOf: (row: AllowedRow) => bigint | undefined
}

/** Approvals of an account from the chains and its signatures from the server, both also from this browser's store. */
export function useAllowed(account: Address): AllowedView {
  const { status } = useSession()
  const isSignedIn = status === 'loggedIn'
  const live = useLiveState()
  const kept = useMemo(() => keptOf(account), [account])
  const asked = { enabled: isSignedIn, retry: false, refetchInterval: AGAIN_MS } as const
  const approvals = useQuery({ ...queryOf(allowedApi.approvals, {}), ...asked })
  const signatures = useQuery({ queryKey: ['allowed.signatures', account], queryFn: ({ signal }) => readSignatures(signal), ...asked })
  const known = approvals.data ?? kept?.approvals ?? NO_APPROVALS
  const networks = useNetworks()
  const { data: payTokens = NO_TOKENS } = useQuery({ ...allPayTokensQuery(), retry: false })
  const configs = useQueries({ queries: networks.map(({ chainId }) => ({ ...chainConfigQuery(chainId), retry: false })) })
  const ready = configs.flatMap(({ data }) => data ?? [])
  const chains = useChains({ account, ready, payTokens, known, kept })
  const committed = useCommitted(chains, isSignedIn)
  const signed = signatures.data ?? (kept && { list: kept.signatures, total: kept.total })
  const committedOf = ({ chainId, address, edition }: AllowedRow) =>
    edition === undefined ? (committed[`${chainId}:${address}`] ?? kept?.committed[`${chainId}:${address}`]) : undefined

  const isFresh = signatures.data !== undefined && approvals.data !== undefined
  const seen = isFresh
    ? {
        account,
        at: Math.floor(Date.now() / 1_000),
        approvals: approvals.data,
        signatures: signatures.data.list,
        total: signatures.data.total,
        committed: { ...kept?.committed, ...committed },
        logged: chains.flatMap(({ rows = [] }) =>
          rows.map(({ of, chainId, address, spender, tokenId }) => ({ of, chainId, address, spender, tokenId })),
        ),
      }
    : undefined
  const stamp = `${signatures.dataUpdatedAt} ${approvals.dataUpdatedAt} ${JSON.stringify([chains.map(({ rows }) => rows?.map(allowedKey)), Object.entries(committed).map(String)])}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept changes with the stamp alone
  useEffect(() => {
    if (!seen) return
    keep(
      seen,
      ready.map(({ network }) => network.chainId),
    )
  }, [stamp])
  const failure = signatures.error ?? approvals.error
  const isSilent = live === 'down' || (failure !== null && outageOf(failure as never) !== undefined)
  // Dialog panels name tokens by this list, so it stays fresh while the server is away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: again with each failure
  useEffect(() => {
    if (isSilent) queryClient.setQueryData(allPayTokensQuery().queryKey, (tokens) => tokens)
  }, [isSilent, signatures.errorUpdatedAt])
  return {
    chains,
    signed,
    isSignedFailed: signatures.isError && !signed,
    retrySigned: () => void signatures.refetch(),
    isSilent,
    keptAt: signatures.data ? undefined : kept?.at,
    committedOf,
  }
}

const NO_APPROVALS: readonly ItemApproval[] = []
const NO_TOKENS: readonly PayToken[] = []

type Reading = {
  account: Address
  ready: readonly Config[]
  payTokens: readonly PayToken[]
  known: readonly ItemApproval[]
  kept: KeptAccount | undefined
}

function useChains({ account, ready, payTokens, known, kept }: Reading): ChainView[] {
  const logs = useQueries({
    queries: ready.map((config) => ({
      queryKey: [CHAIN_KEY, 'logs', config.network.chainId, account],
      queryFn: () => readLogged(account, config),
      staleTime: 60_000,
      retry: false,
    })),
  })
  const rows = useQueries({
    queries: ready.map((config, at) => {
      const tokens = payTokens.filter(({ chainId }) => chainId === config.network.chainId)
      const candidates = candidatesOf(config, tokens, known, [...(kept?.logged ?? []), ...(logs[at]?.data?.found ?? [])])
      return {
        queryKey: [CHAIN_KEY, 'rows', config.network.chainId, account, candidates.map(allowedKey).join()],
        queryFn: () => readAllowed(account, config, candidates, { tokens, known }),
        // The rows of before stay while one more is looked at.
        placeholderData: (before: AllowedRow[] | undefined) =>
          before?.some(({ chainId }) => chainId === config.network.chainId) ? before : undefined,
        retry: false,
      }
    }),
  })
  return ready.map((config, at) => {
    const [read, log] = [rows[at], logs[at]]
    return {
      config,
      name: config.network.name,
      symbol: config.network.symbol,
      rows: read?.data,
      isFailed: read?.isError === true && read.data === undefined,
      retry: () => void Promise.all([read?.refetch(), log?.refetch()]),
      looked: log?.data,
    }
  })
}

/** Of every token with an allowance, by chain and token. */
function useCommitted(chains: readonly ChainView[], enabled: boolean): Record<string, bigint> {
  const tokens = chains.flatMap(({ rows = [] }) => rows.filter(({ of, edition }) => of === 'token' && edition === undefined))
  const answers = useQueries({
    queries: tokens.map(({ chainId, address }) => ({
      ...queryOf(api.paytoken.committed, { chainId, token: address }),
      enabled,
      retry: false,
    })),
  })
  return Object.fromEntries(
    tokens.flatMap(({ chainId, address }, at) => {
      const committed = answers[at]?.data?.committed
      return committed === undefined ? [] : [[`${chainId}:${address}`, committed] as const]
    }),
  )
}

import type { PayToken, SellingFacts } from '@plinth/api'
import { type Address, formatUnits } from '@plinth/protocol'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useFacts } from '../../../entities/selection/facts.ts'
import { allPayTokensQuery, chainConfigQuery, useConfig } from '../../../lib/site.ts'
import { type BulkDraft, type BulkMode, type DraftRow, readDraft, writeDraft } from './draft.ts'
import { filled, moved, type Source } from './fills.ts'
import { type BulkRow, type RowContext, rowOf } from './rows.ts'

/** The common terms of all rows of one chain. */
export type ChainTerms = {
  readonly chainId: number
  readonly network: string
  readonly token: PayToken | undefined
  readonly tokens: readonly PayToken[]
  /** In bps, of the next signature; undefined until it is known. */
  readonly sellerFee: bigint | undefined
  /** Symbol of its coin. */
  readonly coin: string
}

export type Editor = ReturnType<typeof useEditor>

const NONE: readonly string[] = []

/** Holds the draft and derives its rows; it writes each change at once, so that a reload loses none. */
export function useEditor(account: Address, mode: BulkMode, hasBegun: boolean) {
  const { networks } = useConfig()
  const [draft, setDraft] = useState<BulkDraft | undefined>(() => readDraft(account, mode))
  /** Rows before the last fill. */
  const [before, setBefore] = useState<readonly DraftRow[]>()
  const [picked, setPicked] = useState<ReadonlySet<string>>(() => new Set())
  const { data: allTokens } = useQuery(allPayTokensQuery())
  const keys = useMemo(() => draft?.rows.map(({ key }) => key) ?? NONE, [draft?.rows])
  const facts = useFacts(keys)
  const known = useRef(facts.data)
  // A running act ends listings itself: rows keep the facts from before it.
  if (!hasBegun) known.current = facts.data
  const change = useCallback((next: (now: BulkDraft) => BulkDraft) => {
    setDraft((now) => {
      if (!now) return now
      const changed = next(now)
      writeDraft(changed)
      return changed
    })
  }, [])
  const setRow = useCallback(
    (key: string, part: Partial<Omit<DraftRow, 'key'>>) => {
      setBefore(undefined)
      change((now) => ({ ...now, rows: now.rows.map((row) => (row.key === key ? { ...row, ...part } : row)) }))
    },
    [change],
  )
  const chainIds = useMemo(() => [...new Set(keys.map(chainOfKey))], [keys])
  const configs = useQueries({ queries: chainIds.map((chainId) => chainConfigQuery(chainId)) })
  const chains = chainIds.map((chainId, at): ChainTerms => {
    const tokens = (allTokens ?? [])
      .filter((token) => token.chainId === chainId)
      .toSorted((a, b) => Number(b.isDefault) - Number(a.isDefault))
    const { name = '', symbol = '' } = networks.find((one) => one.chainId === chainId) ?? {}
    const token = tokens.find(({ address }) => address === draft?.tokens[chainId]) ?? tokens[0]
    return { chainId, network: name, coin: symbol, tokens, token, sellerFee: configs[at]?.data?.sellerFee }
  })
  const rows = useRows(draft, known.current, { account, chains })
  const fill = (priceOf: (row: BulkRow) => bigint | undefined) => {
    const inRows = new Map(rows.map((row) => [row.draft.key, row]))
    setBefore(draft?.rows)
    change((now) => ({
      ...now,
      rows: now.rows.map((row) => {
        const shown = inRows.get(row.key)
        if (!shown || (picked.size > 0 && !picked.has(row.key))) return row
        const price = priceOf(shown)
        return price === undefined || price === 0n ? row : { ...row, price: formatUnits(price, shown.token.decimals) }
      }),
    }))
  }
  return {
    rows,
    chains,
    facts,
    picked,
    /** Nothing was picked, or all rows are taken away. */
    isEmpty: keys.length === 0,
    leftOut: keys.length - rows.length,
    life: draft?.life ?? 'month',
    pick: draft?.pick ?? '',
    setRow,
    remove: useCallback((key: string) => change((now) => ({ ...now, rows: now.rows.filter((row) => row.key !== key) })), [change]),
    keep: (kept: readonly string[]) => change((now) => ({ ...now, rows: now.rows.filter(({ key }) => kept.includes(key)) })),
    setLife: (part: Partial<Pick<BulkDraft, 'life' | 'pick'>>) => change((now) => ({ ...now, ...part })),
    setToken: (chainId: number, token: Address) => change((now) => ({ ...now, tokens: { ...now.tokens, [chainId]: token } })),
    toggle: useCallback(
      (key: string) => setPicked((now) => (now.has(key) ? new Set([...now].filter((one) => one !== key)) : new Set([...now, key]))),
      [],
    ),
    fillFrom: (source: Source) => fill(({ sources }) => filled(sources, source)),
    moveBy: (percent: number) => fill(({ unitPrice }) => moved(unitPrice, percent)),
    undo:
      before &&
      (() => {
        setBefore(undefined)
        change((now) => ({ ...now, rows: before }))
      }),
  }
}

const chainOfKey = (key: string): number => Number(key.split(':')[0])

type Known = { readonly account: Address; readonly chains: readonly ChainTerms[] }
type Cached = { readonly from: readonly unknown[]; readonly row: BulkRow | undefined }

/** Computes a row again only when its inputs change: one keystroke among a thousand rows is one row. */
function useRows(
  draft: BulkDraft | undefined,
  facts: ReadonlyMap<string, SellingFacts> | undefined,
  { account, chains }: Known,
): readonly BulkRow[] {
  const cache = useRef<ReadonlyMap<string, Cached>>(new Map())
  if (!draft || !facts) return []
  const next = new Map<string, Cached>()
  for (const row of draft.rows) {
    const fact = facts.get(row.key)
    const chain = chains.find(({ chainId }) => chainId === chainOfKey(row.key))
    if (!fact || !chain || chain.sellerFee === undefined || !isPriced(fact, draft.mode)) continue
    const { token, tokens, coin, sellerFee } = chain
    const from = [row, fact, token, tokens.length, sellerFee]
    const known = cache.current.get(row.key)
    const context: RowContext = { mode: draft.mode, me: account, token, tokens, coin, sellerFee }
    next.set(row.key, known?.from.every((one, at) => one === from[at]) ? known : { from, row: rowOf(row, fact, context) })
  }
  cache.current = next
  return [...next.values()].flatMap(({ row }) => row ?? [])
}

/** A work without a listing is listed, one with a listing has its price changed; one whose purchase mints it is changed alone. */
function isPriced({ held, listing, isTradeLocked }: SellingFacts, mode: BulkMode): boolean {
  if (isTradeLocked) return false
  return mode === 'list' ? held > 0n && !listing : listing !== undefined && !listing.isMinted
}

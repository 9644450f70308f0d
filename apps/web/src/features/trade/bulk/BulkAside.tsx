import { errorText, isErrorCode, type PayToken } from '@plinth/api'
import { sumOf } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { columnTexts, exactText, receivesText } from '../../../entities/price/amounts.ts'
import { endKey } from '../../../flows/acts/bulk/end-many.ts'
import {
  approvalKey,
  type SellLine,
  type SellManyContext,
  type SellPart,
  sellManyFlow,
  signKey,
} from '../../../flows/acts/bulk/sell-many.ts'
import { FlowFoot } from '../../../flows/engine/FlowFoot.tsx'
import { isBusy, type StepText } from '../../../flows/engine/step-views.ts'
import { useFlow } from '../../../flows/engine/use-flow.ts'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Select } from '../../../kit/Field.tsx'
import { chainNow } from '../../../lib/clock.ts'
import { refreshPages } from '../fresh-pages.ts'
import { LifeField } from '../LifeField.tsx'
import { Sums } from '../Sums.tsx'
import { validUntilOf } from '../sale-form.ts'
import { approvedAmong } from './approved.ts'
import type { BulkDone } from './BulkResults.tsx'
import type { BulkMode } from './draft.ts'
import { EndCost } from './EndCost.tsx'
import { type BulkRow, openPoints } from './rows.ts'
import type { Editor } from './use-editor.ts'

type Props = {
  editor: Editor
  mode: BulkMode
  onRunning: (isRunning: boolean) => void
  onDone: (done: BulkDone) => void
}

/** How long and in which money, the sums, then approvals and one signature for each network. */
export function BulkAside({ editor, mode, onRunning, onDone }: Props) {
  const parts = partsOf(editor, mode)
  const [ended] = useState(() => new Set<bigint>())
  // Steps are fixed once a run begins: other collections are another run.
  const name = parts
    .map(({ chainId, collections, hasRaises }) => `${chainId} ${hasRaises} ${collections.map((one) => one.collection)}`)
    .join()
  return (
    <aside className="bulk-aside">
      {mode === 'list' && <Terms editor={editor} />}
      <Totals rows={editor.rows} />
      <Foot key={name} editor={editor} mode={mode} parts={parts} ended={ended} onRunning={onRunning} onDone={onDone} />
    </aside>
  )
}

function Terms({ editor: { chains, life, pick, setLife, setToken } }: { editor: Editor }) {
  const { t } = useTranslation()
  const until = validUntilOf({ life, pick }, chainNow())
  const error = until === undefined || until <= chainNow() ? t('trade.badTime') : undefined
  return (
    <div className="dialog-form">
      <LifeField form={{ life, pick }} onChange={setLife} error={error} />
      {chains.map(
        ({ chainId, network, token, tokens }) =>
          token && (
            <Select
              key={chainId}
              label={chains.length > 1 ? t('bulk.paidInOn', { network }) : t('bulk.paidIn')}
              value={token.address}
              options={tokens.map(({ address, symbol }) => ({ value: address, label: symbol }))}
              onChange={(address) => setToken(chainId, address)}
            />
          ),
      )}
    </div>
  )
}

/** One block for each money. */
function Totals({ rows }: { rows: readonly BulkRow[] }) {
  const { t } = useTranslation()
  const priced = rows.filter(({ error }) => error === undefined)
  const byToken = Map.groupBy(priced, ({ token }) => `${token.chainId} ${token.address}`)
  return [...byToken].map(([key, some]) => {
    const token = some[0]?.token as PayToken
    const sums = some.map((row) => row.sums)
    const of = (part: 'price' | 'sellerFee' | 'royalty' | 'receives') => sumOf(sums.map((one) => one[part]))
    const [price = '', fee = '', royalty = ''] = columnTexts([of('price'), of('sellerFee'), of('royalty')], token)
    return (
      <Sums
        key={key}
        lines={[
          { key: 'price', label: t('bulk.buyersPay', { count: some.length }), value: price },
          { key: 'fee', label: t('bulk.fees'), value: `− ${fee}`, muted: true },
          ...(of('royalty') > 0n ? [{ key: 'royalty', label: t('bulk.royalties'), value: `− ${royalty}`, muted: true }] : []),
        ]}
        total={{ label: t('bulk.receive'), value: receivesText(of('receives'), token), worth: { of: token, amount: of('receives') } }}
      />
    )
  })
}

type FootProps = Props & {
  parts: readonly SellPart[]
  /** Salts of listings that an earlier run ended: their works are signed as new listings. */
  ended: Set<bigint>
}

function Foot({ editor, mode, parts, ended, onRunning, onDone }: FootProps) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  const { rows, life, pick } = editor
  const typed = useRef<Typed>({ mode, rows, life, pick })
  typed.current = { mode, rows, life, pick }
  const [flow] = useState(() => sellManyFlow(parts))
  const approved = useQuery({
    queryKey: ['wallet.approvedMany', parts.map(({ chainId, collections }) => [chainId, collections.map(({ collection }) => collection)])],
    queryFn: () => approvedAmong(parts),
    retry: false,
  })
  const { state, run } = useFlow(flow, {
    context: () => contextOf(() => typed.current, ended),
    onDone: ({ refusals, refused }) => {
      refreshPages()
      onDone({
        lines: rows.map((row) => {
          const { draft, facts, token, unitPrice } = row
          const { item } = facts
          const refusal = refusals.get(draft.key)
          const isDeclined = refused.has(approvalKey(item.chainId, item.collection))
          const text = refusal && (refusal.text || (isErrorCode(refusal.code) ? errorText(refusal.code, locale) : refusal.code))
          return {
            key: draft.key,
            facts,
            price: exactText(unitPrice, token),
            refusal: isDeclined ? t('bulk.notAllowed', { collection: facts.collectionName }) : text,
          }
        }),
      })
    },
  })
  const isRunning = isBusy(state)
  useEffect(() => onRunning(isRunning), [isRunning, onRunning])
  const { errors, warnings } = openPoints(rows)
  const until = validUntilOf({ life, pick }, chainNow())
  const isBadTime = mode === 'list' && (until === undefined || until <= chainNow())
  const isOpen = errors > 0 || warnings > 0 || isBadTime
  const count = rows.length
  const several = parts.length > 1
  const refused = run.context()?.refused
  const steps = parts.flatMap(({ chainId, network, collections, hasRaises }): StepText[] => [
    ...collections.map(({ collection, collectionName }) => {
      const key = approvalKey(chainId, collection)
      return {
        key,
        title: t(refused?.has(key) ? 'bulk.declined' : 'trade.allow', { collection: collectionName }),
        aside: t('trade.allowAside'),
        asksWallet: true,
        doneBefore: approved.data?.has(key) ? t('trade.allowed') : undefined,
      }
    }),
    ...(hasRaises
      ? [
          {
            key: endKey(chainId),
            title: t('bulk.endRaised', { count: raisedOf(rows, chainId).length }),
            aside: <EndCost chainId={chainId} salts={raisedOf(rows, chainId).map(({ salt }) => salt)} />,
            asksWallet: true,
          },
        ]
      : []),
    {
      key: signKey(chainId),
      title: several
        ? t('bulk.signOn', { count: rowsOf(rows, chainId).length, network })
        : t('bulk.sign', { count: rowsOf(rows, chainId).length }),
      aside: t('trade.free'),
      asksWallet: true,
    },
  ])
  // Approvals of all networks come before the first signature.
  const ordered = [...steps.filter(({ key }) => key.startsWith('approve')), ...steps.filter(({ key }) => !key.startsWith('approve'))]
  return (
    <div className="bulk-foot">
      <FlowFoot
        state={state}
        steps={ordered}
        labels={{
          act: t(mode === 'list' ? 'bulk.signAct' : 'bulk.changeAct', { count }),
          busy: t('bulk.signing'),
          done: t('bulk.signed'),
        }}
        submit={run.submit}
        disabled={isOpen}
        hint={
          errors > 0
            ? t('bulk.missing', { count: errors })
            : warnings > 0
              ? t('bulk.look', { count: warnings })
              : t('bulk.covers', { count })
        }
      />
    </div>
  )
}

const rowsOf = (rows: readonly BulkRow[], chainId: number): BulkRow[] => rows.filter(({ facts }) => facts.item.chainId === chainId)
const isRaise = ({ current, unitPrice }: BulkRow): boolean => current !== undefined && unitPrice > current

function raisedOf(rows: readonly BulkRow[], chainId: number) {
  return rowsOf(rows, chainId).flatMap((row) => {
    const { item, listing } = row.facts
    return listing && isRaise(row) ? [{ collection: item.collection, tokenId: item.tokenId, salt: listing.salt }] : []
  })
}

function partsOf({ rows, chains }: Editor, mode: BulkMode): SellPart[] {
  return chains.flatMap(({ chainId, network }) => {
    const own = rowsOf(rows, chainId)
    if (own.length === 0) return []
    const named = new Map(own.map(({ facts }) => [facts.item.collection, facts.collectionName]))
    const collections = [...named].map(([collection, collectionName]) => ({ collection, collectionName }))
    return [{ chainId, network, collections, hasRaises: mode === 'change' && own.some(isRaise) }]
  })
}

type Typed = Pick<Editor, 'rows' | 'life' | 'pick'> & { mode: BulkMode }

/** A press after a failure signs the rows as they stand then: the context reads them at each call. */
function contextOf(typed: () => Typed, ended: Set<bigint>): SellManyContext {
  return {
    linesOf: (chainId) => {
      const { rows, mode, life, pick } = typed()
      const validUntil = validUntilOf({ life, pick }, chainNow()) ?? 0
      return rowsOf(rows, chainId).map((row) => lineOf(row, { mode, validUntil, ended }))
    },
    raisedOf: (chainId) => raisedOf(typed().rows, chainId),
    typedOf: (chainId) => {
      const { rows, life, pick } = typed()
      return JSON.stringify([life, pick, rowsOf(rows, chainId).map(({ draft, token }) => [draft, token.address])])
    },
    ended,
    ending: new Map(),
    refused: new Set(),
    refusals: new Map(),
    signed: new Map(),
  }
}

type LineTerms = { mode: BulkMode; validUntil: number; ended: ReadonlySet<bigint> }

/** A lower price is signed under the number of its listing, a higher one as a new listing that runs as long. */
function lineOf(row: BulkRow, { mode, validUntil, ended }: LineTerms): SellLine {
  const { draft, facts, token, unitPrice, quantity } = row
  const { item, standard, listing } = facts
  const about = { key: draft.key, collection: item.collection, tokenId: item.tokenId, standard, unitPrice, payToken: token }
  if (mode === 'list' || !listing) return { ...about, quantity, validUntil, sellerFeeBps: row.sellerFee }
  if (isRaise(row) || ended.has(listing.salt)) {
    const left = quantity < facts.held ? quantity : facts.held
    return { ...about, quantity: left, validUntil: listing.validUntil, sellerFeeBps: row.sellerFee }
  }
  return {
    ...about,
    quantity: listing.quantity,
    validUntil: listing.validUntil,
    sellerFeeBps: BigInt(listing.sellerFee),
    salt: listing.salt,
  }
}

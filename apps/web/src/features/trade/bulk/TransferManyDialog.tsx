import type { SellingFacts } from '@plinth/api'
import { MOST_TRANSFERS, shortAddress, TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { networkFee } from '../../../entities/price/NetworkFee.tsx'
import { type FactsByWork, useFacts } from '../../../entities/selection/facts.ts'
import { pick } from '../../../entities/selection/selection.ts'
import { endKey } from '../../../flows/acts/bulk/end-many.ts'
import { approvalKey } from '../../../flows/acts/bulk/sell-many.ts'
import { transferManyFlow } from '../../../flows/acts/bulk/transfer-many.ts'
import { FlowFoot } from '../../../flows/engine/FlowFoot.tsx'
import { sessionState } from '../../../flows/session/session-store.ts'
import { useBatch } from '../../../flows/transactions/use-batch.ts'
import type { TextKey } from '../../../i18n/translate.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { SegmentedField, Switch } from '../../../kit/choices.tsx'
import { Dialog } from '../../../kit/Dialog.tsx'
import { Select, TextField } from '../../../kit/Field.tsx'
import { rowKey } from '../../../lib/rows.ts'
import { chainConfigQuery, useConfig } from '../../../lib/site.ts'
import { addressError, readAddress } from '../address-form.ts'
import { leaveWith } from '../leave-with.ts'
import { quantityError, typedQuantity } from '../sale-form.ts'
import { useKnownAs } from '../use-known-as.ts'
import { useTradeForm } from '../use-trade-form.ts'
import { approvedAmong } from './approved.ts'
import { EndCost } from './EndCost.tsx'
import { WorkLines } from './WorkLines.tsx'

type Props = { keys: readonly string[]; onClose: () => void }

/** Sends works to one address, or to one each, in one transaction (BULK-08). */
export function TransferManyDialog({ keys, onClose }: Props) {
  const { t } = useTranslation()
  const { networks } = useConfig()
  const { data: facts } = useFacts(keys)
  // Keeps the facts of the opening: the dialog itself changes them.
  const [known, setKnown] = useState<FactsByWork>()
  const [chosen, setChosen] = useState<number>()
  if (!known && facts) setKnown(facts)
  if (!known) return null
  const held = [...known.values()].filter((work) => work.held > 0n)
  const chainIds = [...new Set(held.map(({ item }) => item.chainId))]
  const chainId = chosen ?? chainIds[0]
  const nameOf = (id: number) => networks.find((one) => one.chainId === id)?.name ?? ''
  const network =
    chainIds.length > 1 && chainId !== undefined ? (
      <Select
        label={t('bulk.network')}
        value={String(chainId)}
        options={chainIds.map((id) => ({ value: String(id), label: nameOf(id) }))}
        onChange={(value) => setChosen(Number(value))}
      />
    ) : null
  const works = held.filter(({ item }) => item.chainId === chainId)
  return chainId === undefined ? (
    <Dialog open onClose={onClose} kicker={t('bulk.transferKicker')} title={t('bulk.noneTitle')}>
      <p>{t('bulk.noneHeld')}</p>
    </Dialog>
  ) : (
    <Transfer key={chainId} chainId={chainId} network={nameOf(chainId)} works={works} choice={network} onClose={onClose} />
  )
}

type TransferProps = {
  chainId: number
  network: string
  works: readonly SellingFacts[]
  choice: React.ReactNode
  onClose: () => void
}

type Typed = { to: 'one' | 'each'; all: string; each: Readonly<Record<string, string>>; quantities: Readonly<Record<string, string>> }

function Transfer({ chainId, network, works: given, choice, onClose }: TransferProps) {
  const { t } = useTranslation()
  const [works] = useState(given.slice(0, MOST_TRANSFERS))
  const [typed, setTyped] = useState<Typed>({ to: 'one', all: '', each: {}, quantities: {} })
  const { data: config } = useQuery(chainConfigQuery(chainId))
  const me = sessionState().address
  const named = new Map(works.map(({ item, collectionName }) => [item.collection, collectionName]))
  const collections = [...named].map(([collection, collectionName]) => ({ collection, collectionName }))
  const [flow] = useState(() => transferManyFlow(chainId, collections))
  const approved = useQuery({
    queryKey: ['wallet.approvedMany', chainId, collections.map(({ collection }) => collection)],
    queryFn: () => approvedAmong([{ chainId, collections }]),
    retry: false,
  })
  const toOf = (key: string) => (typed.to === 'one' ? typed.all : (typed.each[key] ?? ''))
  const quantityOf = ({ item, held }: SellingFacts) => typed.quantities[rowKey(item)] ?? held.toString()
  const isOne = useBatch(chainId)
  const [isEnding, setEnding] = useState(true)
  // A listing of an edition goes on while enough units stay for it.
  const left = works.flatMap((work) => {
    const { item, held, listing } = work
    const { collection, tokenId } = item
    return listing && held - typedQuantity(quantityOf(work)) < listing.left ? [{ collection, tokenId, salt: listing.salt }] : []
  })
  const ends = isEnding ? left : []
  const wrongTo = (work: SellingFacts) => addressError(toOf(rowKey(work.item)), { me, collection: work.item.collection })
  const count = works.length
  const title = t('bulk.picked', { count })
  const { state, run, isBusy, shown, submit, edit } = useTradeForm(flow, {
    errors: {
      // With one address the first work that it can't have says why.
      all: typed.to === 'one' ? works.map(wrongTo).find((error) => error !== undefined) : undefined,
      ...Object.fromEntries(
        works.flatMap((work): [string, TextKey | undefined][] => {
          const key = rowKey(work.item)
          return [
            [key, typed.to === 'each' ? wrongTo(work) : undefined],
            [`${key} units`, quantityError(quantityOf(work), work.held)],
          ]
        }),
      ),
    } as Record<string, TextKey | undefined>,
    context: () => ({
      title: t('bulk.on', { works: title, network }),
      items: works.map((work) => ({
        collection: work.item.collection,
        tokenId: work.item.tokenId,
        standard: work.standard,
        quantity: BigInt(quantityOf(work)),
        to: toAddress(readAddress(toOf(rowKey(work.item)))),
      })),
      ends,
    }),
    onDone: () => {
      if (me)
        pick(
          me,
          works.map(({ item }) => item),
          false,
        )
      leaveWith(t('hold.transferred'), onClose)
    },
  })
  // From here on only the end of own listings is left to do.
  const isTransferred = state.steps.transfer?.at === 'done'
  const isFixed = isBusy || isTransferred
  const change = (part: Partial<Typed>) => edit(() => setTyped({ ...typed, ...part }))
  const knownAs = useKnownAs(readAddress(typed.all))
  const isAway = config !== undefined && config.contract.manyTransfers === undefined
  return (
    <Dialog
      open
      wide={typed.to === 'each'}
      onClose={onClose}
      kicker={t('bulk.transferKicker')}
      title={t('bulk.on', { works: title, network })}
      foot={
        <FlowFoot
          state={state}
          steps={[
            ...collections.map(({ collection, collectionName }) => ({
              key: approvalKey(chainId, collection),
              title: t('bulk.allowMove', { collection: collectionName }),
              aside: t('trade.allowAside'),
              asksWallet: true,
              doneBefore: approved.data?.has(approvalKey(chainId, collection)) ? t('trade.allowed') : undefined,
            })),
            { key: 'transfer', title: t('bulk.transferStep', { count }), aside: networkFee('transfer', chainId), asksWallet: true },
            ...(ends.length > 0
              ? [
                  {
                    key: endKey(chainId),
                    title: t('bulk.endStep', { count: ends.length, network }),
                    aside: isOne ? t('leftSigned.sameTransaction') : <EndCost chainId={chainId} salts={ends.map(({ salt }) => salt)} />,
                    asksWallet: !isOne,
                  },
                ]
              : []),
          ]}
          labels={
            isTransferred && state.phase !== 'done'
              ? { act: t('bulk.endAct', { count: ends.length }), busy: t('bulk.ending'), done: t('bulk.ended', { count: ends.length }) }
              : { act: t('bulk.transferAct', { count }), busy: t('hold.sending'), done: t('hold.sent') }
          }
          submit={isTransferred ? run.submit : submit}
          disabled={isAway || count === 0}
          hint={t(isAway ? 'bulk.noMany' : isTransferred ? 'bulk.endLater' : 'bulk.allOrNone')}
        />
      }
    >
      <p className="s16">{t('bulk.transferText')}</p>
      {given.length > works.length && <p className="warn-note">{t('bulk.mostTransfers', { most: MOST_TRANSFERS, count: given.length })}</p>}
      <fieldset className="dialog-form" disabled={isFixed}>
        {choice}
        <SegmentedField
          label={t('bulk.sendTo')}
          value={typed.to}
          options={[
            { value: 'one', label: t('bulk.toOne') },
            { value: 'each', label: t('bulk.toEach') },
          ]}
          onChange={(to) => change({ to })}
        />
        {typed.to === 'one' && (
          <TextField
            {...ADDRESS}
            label={t('hold.to')}
            value={typed.all}
            onChange={(event) => change({ all: event.target.value })}
            hint={knownAs}
            error={shown.all && t(shown.all)}
          />
        )}
        <WorkLines works={works}>
          {(work) => {
            const key = rowKey(work.item)
            const [wrong, wrongUnits] = [shown[key], shown[`${key} units`]]
            return (
              <>
                <p className="s12 muted clip">
                  {typed.to === 'one' && typed.all !== '' ? shortAddress(readAddress(typed.all)) : work.collectionName}
                </p>
                {typed.to === 'each' && (
                  <TextField
                    {...ADDRESS}
                    label={t('bulk.toOf', { name: work.name })}
                    value={typed.each[key] ?? ''}
                    onChange={(event) => change({ each: { ...typed.each, [key]: event.target.value } })}
                    error={wrong && t(wrong)}
                  />
                )}
                {work.standard === TOKEN_STANDARD.ERC1155 && (
                  <TextField
                    label={t('bulk.unitsOf', { name: work.name })}
                    aside={t('trade.holding', { count: work.held.toString() })}
                    inputMode="numeric"
                    value={quantityOf(work)}
                    onChange={(event) => change({ quantities: { ...typed.quantities, [key]: event.target.value.replaceAll(/\D/g, '') } })}
                    error={wrongUnits && t(wrongUnits)}
                  />
                )}
              </>
            )
          }}
        </WorkLines>
        {left.length > 0 && (
          <Switch
            label={t('bulk.endToo', { count: left.length })}
            hint={t(isOne ? 'bulk.endTooOneHint' : 'bulk.endTooHint')}
            checked={isEnding}
            disabled={isFixed}
            onChange={(next) => edit(() => setEnding(next))}
          />
        )}
        {left.length > 0 && !isEnding && <p className="warn-note">{t('bulk.staySigned', { count: left.length })}</p>}
      </fieldset>
    </Dialog>
  )
}

const ADDRESS = { placeholder: '0x…', spellCheck: false, autoCapitalize: 'off' } as const

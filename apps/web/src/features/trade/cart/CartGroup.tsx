import { type Address, explorerTxUrl, shortAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { Check, Undo2 } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type CartLine, lineKey } from '../../../entities/cart/cart.ts'
import { exactText } from '../../../entities/price/amounts.ts'
import { type Bought, type BuyManyContext, buyManyFlow, resultElsewhere } from '../../../flows/acts/cart/buy-many.ts'
import { isOnTheWay, isUnderWay, isUnsettled, listPurchasesOfCart, subjectOf } from '../../../flows/acts/cart/on-the-way.ts'
import type { FlowState } from '../../../flows/engine/engine.ts'
import { FlowFoot } from '../../../flows/engine/FlowFoot.tsx'
import type { StepText } from '../../../flows/engine/step-views.ts'
import { useAct } from '../../../flows/engine/use-act.ts'
import type { TransactionEntry } from '../../../flows/transactions/transaction-record.ts'
import { findTransaction, useTransactions } from '../../../flows/transactions/transactions.ts'
import { useBatch } from '../../../flows/transactions/use-batch.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button, ButtonLink } from '../../../kit/Button.tsx'
import { ChainGlyph } from '../../../kit/ChainGlyph.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { connectPath } from '../../../lib/links.ts'
import { isConnected, useSession } from '../../../lib/session.ts'
import { useNetwork } from '../../../lib/site.ts'
import { allowStep } from '../allow-step.ts'
import { refreshPages, useFreshPagesOnFailure } from '../fresh-pages.ts'
import { useTradeForm } from '../use-trade-form.ts'
import { GroupSums } from './GroupSums.tsx'
import { agreedTo, duesOf, type Group, goodOf, type Judged, sumsOf } from './judge.ts'
import { LeftAllowance } from './LeftAllowance.tsx'
import { LineFrame, LineRow } from './LineRow.tsx'
import type { Basket } from './use-basket.ts'
import { useGroupMoney } from './use-group-money.ts'

/** The receiver of the works: the account itself or another address; none while that address is not valid. */
export type Receiver = { readonly to: Address | undefined; readonly isWrong: boolean }

export type CartGroupProps = {
  group: Group
  basket: Basket
  /** The check is about these very lines. */
  isChecked: boolean
  receiver: Receiver
  /** Another group has the wallet. */
  isBlocked: boolean
  /** Of several groups the last one that was paid shows its steps. */
  isActive: boolean
  /** It stays on screen from its payment on, when its lines have left the cart. */
  onBegin: (paid: Group) => void
  setBusy: (change: (now: string | undefined) => string | undefined) => void
  onClose: () => void
}

/** Shows one purchase: its lines, its sum, its payment, and the result of each line. */
export function CartGroup({ group, basket, isChecked, receiver, isBlocked, isActive, onBegin, setBusy, onClose }: CartGroupProps) {
  const { t } = useTranslation()
  const session = useSession()
  const { address } = session
  const act = useAct()
  const isBatch = useBatch(group.chainId)
  useTransactions()
  const purchases = address ? listPurchasesOfCart(address, group.chainId) : []
  const underWayOf = ({ line }: Judged) => {
    const found = purchases.find((entry) => isOnTheWay(entry, line))
    return found && (found.hash === undefined ? ('asking' as const) : ('sent' as const))
  }
  const takesOf = (entry: TransactionEntry) => group.lines.filter(({ line }) => isUnsettled(entry, line))
  // An earlier page or another tab has sent it, and its lines are not settled yet.
  const [resumed] = useState(() => purchases.find((entry) => takesOf(entry).length > 0))
  const [paid, setPaid] = useState<Group | undefined>(() => resumed && { ...group, lines: takesOf(resumed) })
  const [result, setResult] = useState<Bought>()
  const open: Group = { ...group, lines: group.lines.filter((judged) => !underWayOf(judged)) }
  const paying = useRef(paid ?? open)
  const undo = useRef<() => void>(undefined)
  const sums = sumsOf(open.lines)
  const [flow] = useState(() => buyManyFlow(group.token))
  const { state, run, isBusy, submit } = useTradeForm(flow, {
    context: () => contextOf(paying.current),
    errors: {},
    sent: resumed?.hash === undefined ? undefined : { pay: resumed.hash },
    onDone: ({ result: found, hash }) => {
      undo.current?.()
      if (found) settle(found, hash)
      setResult(found)
      refreshPages()
    },
  })
  const settle = ({ bought, missed }: Bought, hash: string | undefined) => {
    basket.remove(bought.map(({ line }) => ({ ...line, chainId: group.chainId })))
    for (const { line } of missed) basket.change({ ...line, chainId: group.chainId }, { failedIn: hash })
  }
  const contextOf = ({ chainId, token, money: { symbol }, lines }: Group): BuyManyContext => ({
    chainId,
    payToken: token,
    symbol,
    to: receiver.to,
    title: t('cart.works', { count: lines.reduce((sum, { line }) => sum + line.quantity, 0n) }),
    lines: lines.map(({ line, sale }) => toBuy({ ...line, ...(sale && agreedTo(sale, line.quantity)) })),
    isResumed: resumed !== undefined && result === undefined,
    keep: () => {
      const [at, failedIn] = [Date.now(), undefined]
      undo.current = basket.keep(lines.map(({ line, sale }) => ({ ...line, ...(sale && agreedTo(sale, line.quantity)), at, failedIn })))
    },
  })
  // The tab that paid may be closed by the time its block comes.
  const minedId = state.phase === 'form' ? purchases.find((entry) => entry.status === 'done' && takesOf(entry).length > 0)?.id : undefined
  const settleElsewhere = useEffectEvent(async (entry: TransactionEntry | undefined) => {
    if (entry?.hash === undefined) return
    settle(await resultElsewhere(contextOf({ ...group, lines: takesOf(entry) }), entry.hash), entry.hash)
  })
  useEffect(() => {
    if (minedId !== undefined) void settleElsewhere(findTransaction(minedId)).catch(() => undefined)
  }, [minedId])
  useFreshPagesOnFailure(state)
  const hasFailed = state.phase === 'failed'
  const isSettling = state.steps.pay?.at === 'done'
  useEffect(() => {
    if (!hasFailed || isSettling || !address) return
    const subject = subjectOf(paying.current.lines.map(({ line }) => line))
    // Nothing is out: the lines are the drawer's alone again.
    if (!listPurchasesOfCart(address, group.chainId).some((entry) => isUnderWay(entry) && entry.subject === subject)) undo.current?.()
  }, [hasFailed, isSettling, address, group.chainId])
  const { key } = group
  const begin = useRef(() => paid && onBegin(paid))
  useEffect(() => {
    begin.current()
  }, [])
  useEffect(() => {
    if (!isBusy) return
    setBusy(() => key)
    return () => setBusy((now) => (now === key ? undefined : now))
  }, [isBusy, key, setBusy])
  const start = () => {
    if (hasFailed && isSettling) return submit()
    if (state.phase !== 'form') run.reset()
    paying.current = { ...open, lines: goodOf(open.lines) }
    setPaid(paying.current)
    onBegin(paying.current)
    submit()
  }
  const isPaying = state.phase !== 'form'
  const hasBegun = isPaying && !(hasFailed && !isSettling)
  const shown = hasBegun ? (paid ?? open) : open
  const pays = hasBegun ? paysOf(shown) : sums.pays
  const money = useGroupMoney(group, pays, hasBegun ? shown.lines.length : goodOf(open.lines).length)
  const isShort = money.after !== undefined && money.after < 0n
  const rest = hasBegun ? group.lines.filter(({ line }) => !shown.lines.some((one) => lineKey(one.line) === lineKey(line))) : []
  const amount = exactText(pays, group.money)
  const isReady = isChecked && sums.works > 0n && !isShort && !receiver.isWrong && !isBlocked && !money.spendable.isReading
  const isOnChain = session.chainId === group.chainId
  const count = sums.works
  const label = t(isOnChain || !isConnected(session) ? 'cart.pay' : 'cart.switchPay', { amount, count })
  return (
    <section className="cart-group" aria-label={`${group.money.symbol}`}>
      <GroupHead group={group} works={hasBegun ? undefined : sums.works} result={result} />
      <ul>
        {shown.lines.map((judged) =>
          hasBegun ? (
            <PaidRow key={lineKey(judged.line)} judged={judged} result={result} to={receiver.to} onFollow={onClose} />
          ) : (
            <LineRow key={lineKey(judged.line)} judged={judged} basket={basket} underWay={undefined} isFixed={isBusy} onFollow={onClose} />
          ),
        )}
        {(hasBegun ? rest : group.lines.filter(underWayOf)).map((judged) => (
          <LineRow
            key={lineKey(judged.line)}
            judged={judged}
            basket={basket}
            underWay={underWayOf(judged)}
            isFixed={isBusy}
            onFollow={onClose}
          />
        ))}
      </ul>
      {!hasBegun && sums.works > 0n && <GroupSums group={open} money={money} />}
      {hasBegun && result && <Paid group={group} result={result} hash={hashOf(state)} />}
      {!hasBegun && isShort && money.spendable.balance !== undefined && (
        <p className="field-error" role="alert">
          {t('cart.short', { amount: exactText(money.spendable.balance, group.money) })}
        </p>
      )}
      {state.phase === 'done' ? null : isPaying && isActive ? (
        <FlowFoot
          state={state}
          steps={stepsOf(group, money.spendable, amount, isBatch, t)}
          labels={{ act: label, busy: t('cart.busy', { amount }), done: t('cart.done', { amount }) }}
          submit={() => void act({ chainId: group.chainId, run: start })}
          disabled={!hasBegun && !isReady}
          hint={isBusy && hashOf(state) !== undefined ? t('trade.mayClose') : undefined}
        />
      ) : isConnected(session) ? (
        !hasBegun && (
          <Button
            variant={isOnChain ? 'primary' : 'secondary'}
            dot={isOnChain}
            full
            disabled={!isReady}
            onClick={() => void act({ chainId: group.chainId, resume: 'cart', run: start })}
          >
            {count === 0n ? t('cart.nothing') : label}
          </Button>
        )
      ) : (
        <Connect label={label} onFollow={onClose} />
      )}
    </section>
  )
}

const toBuy = (line: CartLine): BuyManyContext['lines'][number] => {
  const { collection, tokenId, seller, salt, quantity, unitPrice, buyerFee } = line
  return {
    terms: { collection, tokenId, seller, salt, quantity, shown: { unitPrice, buyerFeeBps: BigInt(buyerFee) } },
    pays: duesOf(line, quantity),
  }
}

/** Resumed lines have no answer of a check: their price is the one that was agreed to. */
const paysOf = ({ lines }: Group): bigint => lines.reduce((sum, { line, sale }) => sum + duesOf(sale ?? line, line.quantity), 0n)

function hashOf({ steps: { pay } }: FlowState): string | undefined {
  return pay && 'hash' in pay ? pay.hash : undefined
}

function stepsOf(
  { token, money }: Group,
  spendable: Parameters<typeof allowStep>[0],
  amount: string,
  isBatch: boolean,
  t: ReturnType<typeof useTranslation>['t'],
): StepText[] {
  return [
    ...(token === ZERO_ADDRESS || (isBatch && spendable.isAllowed === false) ? [] : [allowStep(spendable, money, false, t)]),
    { key: 'pay', title: t('cart.payStep', { amount }), asksWallet: true },
    { key: 'book', title: t('cart.bookStep') },
  ]
}

const worksIn = (lines: Bought['missed'] | Bought['bought'] = []): bigint => [...lines].reduce((sum, { line }) => sum + line.quantity, 0n)

function GroupHead({ group, works, result }: { group: Group; works: bigint | undefined; result: Bought | undefined }) {
  const { t } = useTranslation()
  const network = useNetwork(group.chainId)
  const isToken = group.token !== ZERO_ADDRESS
  const [bought, missed] = [worksIn(result?.bought), worksIn(result?.missed)]
  return (
    <h3 className="cart-group-head">
      {network && <ChainGlyph symbol={network.symbol} />}
      <span className="grow medium">
        {network?.name}
        {isToken && ` · ${group.money.symbol}`}
      </span>
      {result ? (
        <span className={bought > 0n ? 'good' : 'warn'} role="status">
          {missed > 0n ? t('cart.result', { bought, missed }) : t('cart.resultAll', { count: bought })}
        </span>
      ) : (
        works !== undefined && <span className="muted">{t('cart.toBuy', { count: works })}</span>
      )}
    </h3>
  )
}

type PaidProps = { judged: Judged; result: Bought | undefined; to: Address | undefined; onFollow: () => void }

/** Shows the result of one line of a payment. */
function PaidRow({ judged, result, to, onFollow }: PaidProps) {
  const { t } = useTranslation()
  const { line, sale } = judged
  const isThis = ({ line: one }: { line: { collection: string; tokenId: bigint; seller: string } }) =>
    one.collection === line.collection && one.tokenId === line.tokenId && one.seller === line.seller
  const bought = result?.bought.find(isThis)
  const missed = result?.missed.find(isThis)
  const pays = exactText(duesOf(sale ?? line, line.quantity), line)
  const reason = missed === undefined ? '' : t(`cart.reason.${missed.reason}`, { count: 0 })
  return (
    <LineFrame
      judged={judged}
      isMany
      onFollow={onFollow}
      price={bought || missed ? '' : pays}
      note={
        bought ? (
          <span className="muted">
            {to
              ? t('cart.boughtFor', { address: shortAddress(to), amount: exactText(bought.pays, line) })
              : t('cart.bought', { amount: exactText(bought.pays, line) })}
          </span>
        ) : missed ? (
          <span className="warn">
            {line.payToken === ZERO_ADDRESS ? t('cart.missed', { reason, amount: pays }) : t('cart.missedFree', { reason })}
          </span>
        ) : (
          <span className="muted">{t('cart.waiting')}</span>
        )
      }
      end={
        bought ? (
          <span className="cart-mark good">
            <Icon of={Check} size="small" />
          </span>
        ) : (
          missed && (
            <span className="cart-mark warn">
              <Icon of={Undo2} size="small" />
            </span>
          )
        )
      }
    />
  )
}

/** Shows the whole payment with its transaction, and the allowance that it leaves. */
function Paid({ group, result, hash }: { group: Group; result: Bought; hash: string | undefined }) {
  const { t } = useTranslation()
  const network = useNetwork(group.chainId)
  const url = network && hash ? explorerTxUrl(network, hash) : ''
  return (
    <>
      <dl className="sum">
        <div>
          <dt className="strong">{t('cart.leftWallet')}</dt>
          <dd className="num">{exactText(result.paid, group.money)}</dd>
        </div>
        {hash && (
          <div className="muted">
            <dt>{t('cart.oneTransaction')}</dt>
            <dd className="num">
              {url ? (
                <a className="link" href={url} target="_blank" rel="noreferrer">
                  {shortAddress(hash)}
                </a>
              ) : (
                shortAddress(hash)
              )}
            </dd>
          </div>
        )}
      </dl>
      {group.token !== ZERO_ADDRESS && <LeftAllowance chainId={group.chainId} token={group.token} money={group.money} />}
    </>
  )
}

function Connect({ label, onFollow }: { label: string; onFollow: () => void }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const back = new URLSearchParams(search)
  back.set('act', 'cart')
  return (
    <>
      <p className="hint">{label}</p>
      <ButtonLink variant="primary" full to={connectPath(`${pathname}?${back}`)} onClick={onFollow}>
        {t('shell.connect')}
      </ButtonLink>
    </>
  )
}

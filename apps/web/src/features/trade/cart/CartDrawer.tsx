import { Dialog as Base } from '@base-ui/react/dialog'
import { toAddress } from '@plinth/protocol'
import { CircleCheck, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Ago } from '../../../entities/Ago.tsx'
import type { CartAsked } from '../../../entities/cart/ask-cart.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button, ButtonLink } from '../../../kit/Button.tsx'
import { TextField } from '../../../kit/Field.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { EmptyState } from '../../../kit/states.tsx'
import { useLayer } from '../../../kit/use-layer.ts'
import { useSession } from '../../../lib/session.ts'
import { addressError, readAddress } from '../address-form.ts'
import { useKnownAs } from '../use-known-as.ts'
import { CartGroup, type Receiver } from './CartGroup.tsx'
import { type Group, groupsOf } from './judge.ts'
import { type Basket, useBasket } from './use-basket.ts'
import { type Check, useCheck } from './use-check.ts'
import './cart.css'

/** The cart, or a sweep beside it: 464 wide at the right edge, the whole screen of a phone. */
export function CartDrawer({ asked, onClose }: { asked: CartAsked; onClose: () => void }) {
  const { t } = useTranslation()
  const popup = useRef<HTMLDivElement>(null)
  const basket = useBasket(asked)
  const check = useCheck(basket.lines)
  const { chainId } = useSession()
  const [begun, setBegun] = useState<readonly Group[]>([])
  const [busy, setBusy] = useState<string>()
  const groups = useGroups(groupsOf(check.lines, chainId), begun)
  const [typed, setTyped] = useState<string>()
  const receiver = useReceiver(typed, basket)
  const works = basket.lines.reduce((sum, { quantity }) => sum + quantity, 0n)
  const networks = new Set(basket.lines.map((line) => line.chainId)).size
  const count = t('cart.works', { count: works })
  const isOwn = asked.lines !== undefined
  useLayer(true, onClose)
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()} disablePointerDismissal>
      <Base.Portal>
        <Base.Backdrop className="scrim" />
        <Base.Popup ref={popup} className="cart-drawer" initialFocus={popup}>
          <div className="cart-head">
            <Base.Title className="d d22">{t(busy ? 'cart.paying' : isOwn ? 'cart.sweep.title' : 'cart.title')}</Base.Title>
            {works > 0n && (
              <span className="muted grow">{networks > 1 ? t('cart.networks', { works: count, count: networks }) : count}</span>
            )}
            <Base.Close className="icon-button" aria-label={t('kit.close')}>
              <Icon of={X} />
            </Base.Close>
          </div>
          <div className="cart-body">
            {groups.length === 0 ? (
              <Empty onFollow={onClose} />
            ) : (
              <>
                {works > 0n && <Checked check={check} empty={isOwn || busy ? undefined : () => basket.remove(basket.lines)} />}
                {groups.map((group) => (
                  <CartGroup
                    key={group.key}
                    group={group}
                    basket={basket}
                    isChecked={check.isWhole}
                    receiver={receiver}
                    isBlocked={busy !== undefined && busy !== group.key}
                    isActive={begun.at(-1)?.key === group.key || (begun.length === 0 && busy === group.key)}
                    onBegin={(paid) => setBegun((all) => [...all.filter(({ key }) => key !== group.key), paid])}
                    setBusy={setBusy}
                    onClose={onClose}
                  />
                ))}
                {works > 0n ? (
                  <>
                    <ReceiverField typed={typed} onType={setTyped} receiver={receiver} isFixed={busy !== undefined} />
                    <p className="hint">{t('cart.note')}</p>
                  </>
                ) : (
                  <Button full className="cart-end" onClick={onClose}>
                    {t('trade.close')}
                  </Button>
                )}
              </>
            )}
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Keeps groups in the order in which they came: a paid group stays at its place. */
function useGroups(live: readonly Group[], begun: readonly Group[]): readonly Group[] {
  const order = useRef<string[]>([])
  const byKey = new Map([...begun.map((group) => ({ ...group, lines: [] })), ...live].map((group) => [group.key, group]))
  for (const key of byKey.keys()) if (!order.current.includes(key)) order.current.push(key)
  return order.current.flatMap((key) => byKey.get(key) ?? [])
}

function Empty({ onFollow }: { onFollow: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState title={t('cart.empty')} text={t('cart.emptyText')}>
      <ButtonLink variant="primary" to="/explore?status=onSale" onClick={onFollow}>
        {t('cart.lookAround')}
      </ButtonLink>
    </EmptyState>
  )
}

function Checked({ check, empty }: { check: Check; empty: (() => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="cart-checked s12 muted">
      <Icon of={CircleCheck} size="small" />
      <span className="grow" role="status">
        {check.hasFailed ? (
          <span className="warn">{t('cart.unchecked')}</span>
        ) : check.at === 0 ? (
          t('cart.checking')
        ) : (
          <CheckedAgo at={check.at} />
        )}
      </span>
      {empty && (
        <button type="button" className="link" onClick={empty}>
          {t('cart.emptyIt')}
        </button>
      )}
    </div>
  )
}

function CheckedAgo({ at }: { at: number }) {
  const { t } = useTranslation()
  const [before = '', after = ''] = t('cart.checked', { ago: '\n' }).split('\n')
  return (
    <>
      {before}
      <Ago at={Math.floor(at / 1_000)} now={Math.floor(Date.now() / 1_000)} />
      {after}
    </>
  )
}

/** The receiver: no other account until a valid address is typed. */
function useReceiver(typed: string | undefined, { lines }: Basket): Receiver & { error: ReturnType<typeof addressError> } {
  const { address: me } = useSession()
  if (typed === undefined) return { to: undefined, isWrong: false, error: undefined }
  const error = lines.map(({ collection }) => addressError(typed, { me, collection })).find((one) => one !== undefined)
  return { to: error ? undefined : toAddress(readAddress(typed)), isWrong: error !== undefined, error }
}

type ReceiverProps = {
  typed: string | undefined
  onType: (typed: string | undefined) => void
  receiver: ReturnType<typeof useReceiver>
  isFixed: boolean
}

/** Buys for another address (MORE-02). */
function ReceiverField({ typed, onType, receiver, isFixed }: ReceiverProps) {
  const { t } = useTranslation()
  const hint = useKnownAs(readAddress(typed ?? ''))
  return (
    <fieldset className="cart-receiver" disabled={isFixed}>
      {typed !== undefined && (
        <TextField
          label={t('cart.receiver')}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          placeholder="0x…"
          spellCheck={false}
          autoCapitalize="off"
          hint={hint}
          error={typed === '' ? undefined : receiver.error && t(receiver.error)}
        />
      )}
      <button type="button" className="link s14" onClick={() => onType(typed === undefined ? '' : undefined)}>
        {t(typed === undefined ? 'cart.forOther' : 'cart.forSelf')}
      </button>
    </fieldset>
  )
}

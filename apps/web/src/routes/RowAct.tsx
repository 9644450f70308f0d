import type { ItemRecord } from '@plinth/api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { CartActSlot } from '../entities/cart/CartActSlot.tsx'
import type { ExploreRow } from '../entities/explore/explore-row.ts'
import { useOwnPart } from '../entities/use-standing.ts'
import { itemQuery } from '../features/items/item-query.ts'
import { useTranslation } from '../i18n/translate.ts'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { toast } from '../kit/toast.tsx'
import { isConnected, useSession } from '../lib/session.ts'
import { useActPart } from './act-part.ts'

/** The facts of an item that a row has. */
export type ActRow = Pick<ExploreRow, 'chainId' | 'collection' | 'tokenId' | 'name' | 'isLocked' | 'price' | 'seller' | 'auction' | 'owner'>
type Props = { row: ActRow; children: (item: ItemRecord, part: NonNullable<ReturnType<typeof useActPart>>) => ReactNode }

/**
 * What a card can do follows from the record of its item, which a list of cards does not have: it is fetched once the act is pointed
 * at, focused or pressed. A press goes on with the act that the record allows. Focus alone changes no button: it would be lost.
 */
export function RowAct({ row, children }: Props) {
  const { t } = useTranslation()
  const session = useSession()
  const [isWanted, setWanted] = useState(false)
  const [isShown, setShown] = useState(false)
  const pressed = useRef<'act' | 'menu'>(undefined)
  const place = useRef<HTMLDivElement>(null)
  const { chainId, collection, tokenId } = row
  const query = itemQuery({ chainId, collection, tokenId })
  const { data: item, isError, refetch } = useQuery({ ...query, enabled: isWanted })
  const client = useQueryClient()
  const part = useActPart(isWanted)
  // A button that changed between the press and its end would not be pressed.
  const [isHeld, setHeld] = useState(false)
  useEffect(() => {
    if (!isHeld) return
    const release = () => setTimeout(() => setHeld(false))
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
    return () => {
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
    }
  }, [isHeld])
  useEffect(() => {
    const { current } = pressed
    if (!item || !part || !current || !isShown || isHeld) return
    pressed.current = undefined
    const [act, menu] = place.current?.querySelectorAll<HTMLElement>('.card-acts > a, .card-acts > button, .popup-frame > button') ?? []
    const target = current === 'menu' ? (menu ?? act) : act
    target?.focus()
    target?.click()
  }, [item, part, isShown, isHeld])
  useEffect(() => {
    if (!isError || !pressed.current) return
    pressed.current = undefined
    toast(t('explore.failedAct'), 'bad')
  }, [isError, t])
  const standing = useOwnPart(row)?.standing
  if (row.isLocked) return null
  const want = () => setWanted(true)
  const wantShown = () => {
    want()
    setShown(true)
  }
  const press = (what: 'act' | 'menu') => {
    pressed.current = what
    if (isError) void refetch()
    wantShown()
  }
  const due = standing === 'won' ? 'auction.payNow' : standing === 'toAccept' ? 'auction.acceptShort' : undefined
  const name = due ?? actNameOf(row, session.address)
  const isMain = due !== undefined || name === 'work.buy'
  const isReady = item && part && isShown && !isHeld
  // A finger comes and presses at once: its buttons stay as they are.
  const enter = ({ pointerType }: PointerEvent) => pointerType !== 'touch' && wantShown()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons are pressed; this fetches what they need
    <div ref={place} onPointerEnter={enter} onFocus={want} onPointerDown={() => setHeld(!isReady)}>
      {isReady ? (
        children(item, part)
      ) : (
        <div className={due ? 'card-acts due' : 'card-acts'}>
          {name && (
            <Button
              variant={isMain ? 'primary' : 'secondary'}
              size="small"
              dot={isMain}
              busy={isWanted && pressed.current === 'act' && !isError}
              onClick={() => press('act')}
            >
              {t(name)}
            </Button>
          )}
          {name === 'work.buy' && <CartActSlot work={row} name={row.name} find={() => client.fetchQuery(query)} />}
          {isConnected(session) && (
            <IconButton icon={Ellipsis} size="small" label={t('hold.moreOf', { name: row.name })} onClick={() => press('menu')} />
          )}
        </div>
      )}
    </div>
  )
}

/** What the card alone says that one can do; the record may know better. */
function actNameOf({ price, seller, auction, owner }: ActRow, me: string | undefined) {
  const isMine = me !== undefined && (seller === me || owner?.address === me)
  if (isMine) return price ? 'work.editPrice' : 'work.sell'
  if (auction && !price) return 'auction.see'
  if (price) return 'work.buy'
  return owner ? 'work.bid' : undefined
}

import type { BoxRecord } from '@plinth/api'
import { Link } from 'react-router'
import { useTranslation } from '../../../i18n/translate.ts'
import { itemPath } from '../../../lib/links.ts'

type Props = { box: BoxRecord; held: bigint | undefined; isShort: boolean }

/** How many tickets the viewer has, and where there may be more. */
export function TicketBalance({ box, held, isShort }: Props) {
  const { t } = useTranslation()
  const { payTokenAddress: collection, payTokenTokenId: tokenId, payTokenSymbol: name, chainId } = box
  // Its line is kept free: nothing below it moves while it is read.
  if (held === undefined) return <p className="hint spendable">{'\u00a0'}</p>
  return (
    <p className={isShort ? 'field-error spendable' : 'hint spendable'} role={isShort ? 'alert' : undefined}>
      {t(isShort ? 'box.ticketsShort' : 'box.ticketsHeld', { count: held, name })}{' '}
      <Link className="link" to={itemPath({ collection, tokenId, chainId })}>
        {t('box.seeTicket')}
      </Link>
    </p>
  )
}

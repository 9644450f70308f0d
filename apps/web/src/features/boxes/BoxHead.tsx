import type { BoxRecord } from '@plinth/api'
import { Link } from 'react-router'
import { isTicket } from '../../entities/box.ts'
import { OwnerDraws } from '../../entities/OwnerDraws.tsx'
import { Avatar } from '../../entities/UserChip.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { ChainGlyph } from '../../kit/ChainGlyph.tsx'
import { Tag } from '../../kit/marks.tsx'
import { accountPath, itemPath } from '../../lib/links.ts'
import { useConfig, useNetwork } from '../../lib/site.ts'
import { langOf } from '../../lib/text-lang.ts'

/** Who made it, its name, what a box holds, what it is paid with, and its description. */
export function BoxHead({ box }: { box: BoxRecord }) {
  const { t } = useTranslation()
  const network = useNetwork(box.chainId)
  // Series are the operator's: an account of it without a name goes by the market's.
  const { site } = useConfig()
  return (
    <>
      <div className="row g8 muted box-maker">
        <Avatar person={box.user} size={24} />
        {t('box.by')}
        <Link className="medium" to={accountPath(box.order.owner)}>
          {box.user.nickname || site.name}
        </Link>
      </div>
      <OwnerDraws owner={box.order.owner} />
      <h1 className="d d56 box-title" lang={langOf(box.name)}>
        {box.name}
      </h1>
      <div className="box-tags">
        <Tag>{t('box.holds', { count: box.nftAmount })}</Tag>
        <Tag>{t(box.isRepetition ? 'box.repeats' : 'box.distinct')}</Tag>
        {network && (
          <Tag>
            <ChainGlyph symbol={network.symbol} />
            {network.name}
          </Tag>
        )}
      </div>
      <p className="s16 muted box-text" lang={box.description ? langOf(box.description) : undefined}>
        {box.description || t('box.noDescription')}
      </p>
      {isTicket(box) && (
        <p className="box-ticket">
          <Link className="link" to={itemPath(ticketOf(box))}>
            {t('box.ticket', { name: box.payTokenSymbol })}
          </Link>
        </p>
      )}
    </>
  )
}

const ticketOf = ({ payTokenAddress, payTokenTokenId, chainId }: BoxRecord) => ({
  collection: payTokenAddress,
  tokenId: payTokenTokenId,
  chainId,
})

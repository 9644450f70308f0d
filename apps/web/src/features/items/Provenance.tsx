import { type ItemRecord, readMetadata } from '@plinth/api'
import { shortAddress, TOKEN_STANDARD } from '@plinth/protocol'
import { useTranslation } from '../../i18n/translate.ts'
import { ChainGlyph } from '../../kit/ChainGlyph.tsx'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { DefinitionList } from '../../kit/DefinitionList.tsx'
import { mediaUrl } from '../../lib/media.ts'
import { groupDigits } from '../../lib/numbers.ts'
import { useNetwork } from '../../lib/site.ts'
import { Checked } from './Checked.tsx'
import './provenance.css'

/** Where the item lives on chain, for checking. */
export function Provenance({ item }: { item: ItemRecord }) {
  const { t } = useTranslation()
  const network = useNetwork(item.chainId)
  const { image, animationUrl } = readMetadata(item.metadata)
  const metadata = mediaUrl(item.metadataUrl)
  const supply = item.supply > 1n ? t('work.editions', { count: groupDigits(item.supply.toString()) }) : t('work.oneOfOne')
  return (
    <section className="provenance">
      <div className="row between g12">
        <h2 className="d d22">{t('work.provenance')}</h2>
        <Checked item={item} />
      </div>
      <DefinitionList
        variant="two"
        facts={[
          { key: 'contract', label: t('work.contract'), value: <Mono text={item.collection} what={t('work.contract')} /> },
          {
            key: 'chain',
            label: t('work.chain'),
            value: <Chain symbol={network?.symbol ?? ''} name={network?.name ?? String(item.chainId)} />,
          },
          {
            key: 'standard',
            label: t('work.standard'),
            value: t('work.standardOf', { standard: item.standard === TOKEN_STANDARD.ERC1155 ? 'ERC1155' : 'ERC721', supply }),
          },
          { key: 'token', label: t('work.token'), value: <Token id={item.tokenId} what={t('work.token')} /> },
          { key: 'media', label: t('work.media'), value: <Cid of={animationUrl || image} what={t('work.media')} /> },
          ...(animationUrl ? [{ key: 'cover', label: t('work.cover'), value: <Cid of={image} what={t('work.cover')} /> }] : []),
          {
            key: 'metadata',
            label: t('work.metadata'),
            value: (
              <>
                {metadata ? (
                  <a className="link" href={metadata} target="_blank" rel="noreferrer">
                    {t('work.openMetadata')}
                  </a>
                ) : (
                  t('work.none')
                )}
                <span className="muted">{t(`collection.metadataState.${item.metadataState}`)}</span>
              </>
            ),
          },
        ]}
      />
    </section>
  )
}

function Mono({ text, what }: { text: string; what: string }) {
  return (
    <>
      <span className="addr">{shortAddress(text)}</span>
      <CopyButton text={text} what={what} />
    </>
  )
}

function Token({ id, what }: { id: bigint; what: string }) {
  const text = id.toString()
  return text.length > 12 ? <Mono text={text} what={what} /> : <span className="num">#{text}</span>
}

function Chain({ symbol, name }: { symbol: string; name: string }) {
  return (
    <>
      <ChainGlyph symbol={symbol} />
      {name}
    </>
  )
}

/** The content address inside an ipfs:// one. */
function Cid({ of, what }: { of: string; what: string }) {
  const { t } = useTranslation()
  const [, cid] = /^ipfs:\/\/(?:ipfs\/)?([^/?#]+)/i.exec(of) ?? []
  return cid ? <Mono text={cid} what={what} /> : t('work.none')
}

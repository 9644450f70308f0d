import { type ItemRecord, readMetadata } from '@plinth/api'
import { AttributeTable } from '../../entities/AttributeTable.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { shareText } from './attribute-share.ts'
import { useAttributes } from './item-query.ts'

/** Beside the description; without their shares until these are here. */
export function Attributes({ item }: { item: ItemRecord }) {
  const { t, locale } = useTranslation()
  const { chainId, collection, tokenId, metadata } = item
  const { attributes } = readMetadata(metadata)
  const { data } = useAttributes({ chainId, collection, tokenId }, metadata, attributes.length > 0)
  if (attributes.length === 0) return null
  const rows = attributes.map(({ key, value }) => {
    const same = data?.list.find((attribute) => attribute.key === key && attribute.value === value)
    const text = data && same && shareText(same.count, data.total, locale)
    return { key, value, share: text ? { text, hint: t('work.attributeShare', { count: same.count, total: data.total }) } : undefined }
  })
  return (
    <section className="item-attributes">
      <h2 className="d d22">{t('work.attributes')}</h2>
      <AttributeTable attributes={rows} />
    </section>
  )
}

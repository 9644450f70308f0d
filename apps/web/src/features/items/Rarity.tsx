import type { ItemRecord, RarityPart } from '@plinth/api'
import type { CSSProperties } from 'react'
import { namesText } from '../../i18n/lists.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { RichText } from '../../kit/RichText.tsx'
import { countText } from '../../lib/numbers.ts'
import { useRarity } from './statistics-query.ts'
import './rarity.css'

/** Where the rank is explained: the tag beside the name leads there. */
const RARITY_ID = 'rarity'
/** Parts that tell less are no wider than a line. */
const LEAST_BITS = 0.05

/** The rank in the collection, and how it comes about; nothing where the collection is not ranked. */
export function Rarity({ item }: { item: ItemRecord }) {
  const { t, locale } = useTranslation()
  const rank = useRarity(item).data?.rank
  if (!rank) return null
  const { parts, kinds } = rank
  const bitsText = (bits: number) => new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(bits)
  const nameOf = ({ key, values }: RarityPart) => (values.length > 0 ? namesText(values, locale) : t('work.lacks', { key }))
  const rows = [
    ...parts.map((part) => ({ key: part.key, name: nameOf(part), count: part.count, bits: part.bits })),
    { key: '', name: t('work.kindsOf', { count: kinds.kinds }), count: kinds.count, bits: kinds.bits },
  ].sort((one, other) => other.bits - one.bits)
  const [first] = rows
  const shown = rows.filter(({ bits }) => bits >= LEAST_BITS)
  const rest = rows.filter(({ bits }) => bits < LEAST_BITS)
  return (
    <section className="rarity" id={RARITY_ID} aria-labelledby="rarity-head" tabIndex={-1}>
      <div>
        <h2 className="s12 muted" id="rarity-head">
          {t('work.rarityIn', { name: item.collectionBrief.name })}
        </h2>
        <p className="d d40 num">
          {countText(rank.rank, locale)} <span className="d22 muted">{t('work.ofCount', { count: countText(rank.of, locale) })}</span>
        </p>
      </div>
      <div>
        {first && (
          <p>
            <RichText
              text={t('work.raritySum', {
                name: first.name,
                count: countText(first.count, locale),
                of: countText(rank.of, locale),
                bits: bitsText(first.bits),
                all: bitsText(rank.bits),
              })}
            />
            {/* A Chinese stop has its room within it. */}
            {locale === 'zh' ? '' : ' '}
            {t('work.rarerWorks', { count: rank.rank - 1 })}
          </p>
        )}
        <ul className="bits" aria-label={t('work.rarityParts')}>
          {shown.map(({ key, name, count, bits }) => (
            <li
              key={`${key} ${name}`}
              style={partOf(bits, first?.bits ?? bits)}
              title={t('work.attributeShare', { count, total: rank.of })}
            >
              <i aria-hidden="true" />
              <span className="s12">
                {name} <span className="muted num">{bitsText(bits)}</span>
              </span>
            </li>
          ))}
        </ul>
        {rest.length > 0 && (
          <p className="s12 muted">
            {t('work.tellsLittle', {
              names: namesText(
                rest.map(({ name }) => name),
                locale,
              ),
            })}
          </p>
        )}
      </div>
    </section>
  )
}

/** As wide as its bits in one row; on a phone each has a row, and the widest the whole of it. */
const partOf = (bits: number, most: number) => ({ flexGrow: bits, '--part': bits / most }) as CSSProperties

/** "Rank 12 of 500", beside the collection. */
export function RankTag({ item }: { item: ItemRecord }) {
  const { t, locale } = useTranslation()
  const rank = useRarity(item).data?.rank
  if (!rank) return null
  return (
    <a className="tag rank-tag" href={`#${RARITY_ID}`}>
      {t('work.rankOf', { rank: countText(rank.rank, locale), of: countText(rank.of, locale) })}
    </a>
  )
}

import type { CollectionStatistics } from '@plinth/api'
import { explorerAddressUrl, standardOf, TOKEN_STANDARD } from '@plinth/protocol'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useCategoryName } from '../../entities/category-name.ts'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { CopyButton } from '../../kit/CopyButton.tsx'
import { DefinitionList } from '../../kit/DefinitionList.tsx'
import { percentRange } from '../../lib/numbers.ts'
import { useCategories, useNetwork } from '../../lib/site.ts'
import { langOf } from '../../lib/text-lang.ts'
import { dayOf } from '../../lib/time.ts'
import { OwnerLinks } from './OwnerLinks.tsx'
import type { Shown } from './shown.ts'

type Props = Shown & { royalty: CollectionStatistics['royalty'] }

/** All that is known of it, and the rule by which its sales count (COLP-05). */
export function AboutTab({ collection, address, royalty }: Props) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const network = useNetwork(collection.chainId)
  const explorer = network ? explorerAddressUrl(network, address) : ''
  const category = useCategory(collection.categoryId)
  const rule = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '#rule') rule.current?.scrollIntoView({ block: 'start' })
  }, [hash])
  return (
    <div className="collection-about">
      <section className="collection-texts">
        <h2 className="d d22">{t('collection.about', { name: collection.name })}</h2>
        <p className={collection.description ? 's16' : 's16 muted'} lang={langOf(collection.description)}>
          {collection.description || t('collection.noDescription')}
        </p>
        <OwnerLinks collection={collection} />
        <section id="rule" ref={rule} className="collection-rule">
          <h2 className="d d22">{t('collection.rule')}</h2>
          <p>{t('collection.ruleText')}</p>
          <p className="muted">{t('collection.ruleMeaning')}</p>
        </section>
      </section>
      <DefinitionList
        facts={[
          {
            key: 'contract',
            label: t('collection.contract'),
            value: (
              <>
                {explorer ? (
                  <a className="link addr" href={explorer} target="_blank" rel="noreferrer">
                    {address}
                  </a>
                ) : (
                  <span className="addr">{address}</span>
                )}
                <CopyButton text={address} what={t('collection.address')} />
              </>
            ),
          },
          { key: 'network', label: t('collection.network'), value: network?.name ?? collection.chainId },
          {
            key: 'standard',
            label: t('collection.standard'),
            value: standardOf(collection.standard) === TOKEN_STANDARD.ERC1155 ? 'ERC1155' : 'ERC721',
          },
          {
            key: 'code',
            label: t('collection.code'),
            value: t(collection.codeMatches ? 'collection.codeMatchesText' : 'collection.codeUnknown'),
          },
          ...(royalty
            ? [
                {
                  key: 'royalty',
                  label: t('work.royalty'),
                  value: (
                    <span>
                      {percentRange(royalty)} <span className="muted">{t('collection.royaltyText')}</span>
                    </span>
                  ),
                },
              ]
            : []),
          {
            key: 'category',
            label: t('collection.category'),
            value: category ?? <span className="muted">{t('collection.noCategory')}</span>,
          },
          { key: 'metadata', label: t('collection.metadataOf'), value: t(`collection.metadataState.${collection.metadataState}`) },
          ...(collection.codeMatches ? [{ key: 'since', label: t('rankings.since'), value: dayOf(collection.createdAt, intl) }] : []),
        ]}
      />
    </div>
  )
}

/** "Painting, Eastern": the names on the way to it. */
function useCategory(id: bigint): string | undefined {
  const nameOf = useCategoryName()
  const find = (tree: ReturnType<typeof useCategories>, above: readonly string[]): string | undefined => {
    for (const category of tree) {
      const path = [...above, nameOf(category)]
      const found = category.id === id ? path.join(', ') : find(category.children, path)
      if (found) return found
    }
    return undefined
  }
  return find(useCategories(), [])
}

import type { Collection } from '@plinth/api'
import { Plus } from 'lucide-react'
import { useId } from 'react'
import { Thumb } from '../../entities/cards/Thumb.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { FieldNotes } from '../../kit/Field.tsx'
import { Icon } from '../../kit/icons.tsx'
import { thumbnail } from '../../lib/media.ts'
import { isMintable } from './collections.ts'

type Props = {
  collections: readonly Collection[]
  chosen: string
  onChoose: (address: string) => void
  onNew: () => void
  error: string | undefined
}

/** Cards of the collections one can mint in, and one for a new collection. */
export function CollectionPicker({ collections, chosen, onChoose, onNew, error }: Props) {
  const { t } = useTranslation()
  const name = useId()
  return (
    <>
      <div className="pick-cards" role="radiogroup" aria-label={t('create.collection')} aria-invalid={error ? true : undefined}>
        {collections.map((collection) => (
          <label key={collection.id.toString()} className={isMintable(collection) ? 'pick-card' : 'pick-card waiting'}>
            <input
              type="radio"
              name={name}
              checked={collection.address !== '' && collection.address === chosen}
              disabled={!isMintable(collection)}
              onChange={() => onChoose(collection.address)}
            />
            <Thumb {...thumbnail(collection.cover)} size={56} />
            <span className="pick-words">
              <b className="strong clip">{collection.name}</b>
              <span className="muted s13">{t(noteOf(collection))}</span>
            </span>
          </label>
        ))}
        <button type="button" className="pick-card new" onClick={onNew}>
          <Icon of={Plus} />
          <span className="pick-words">
            <b className="strong">{t('create.collectionNew')}</b>
            <span className="muted s13">{t('create.collectionNewNote')}</span>
          </span>
        </button>
      </div>
      <FieldNotes error={error} />
    </>
  )
}

function noteOf(collection: Collection) {
  if (!isMintable(collection)) return 'create.collectionWaiting' as const
  return collection.isOfficial ? ('create.collectionShared' as const) : ('create.collectionOwn' as const)
}

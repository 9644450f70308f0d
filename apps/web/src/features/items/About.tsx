import { type ItemRecord, readMetadata } from '@plinth/api'
import { useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import './about.css'

/** More signs or lines than these are folded away: the page goes on below. */
const LONG = { signs: 900, lines: 14 } as const

export function About({ item }: { item: ItemRecord }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { description } = readMetadata(item.metadata)
  const isLong = description.length > LONG.signs || description.split('\n').length > LONG.lines
  const classes = ['s16', 'about-text', description ? '' : 'muted', isLong && !isOpen ? 'cut' : '']
  return (
    <section>
      <h2 className="d d22">{t('work.about')}</h2>
      <p className={classes.filter(Boolean).join(' ')}>{description || t('work.noDescription')}</p>
      {isLong && (
        <button type="button" className="link about-more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'work.less' : 'work.more')}
        </button>
      )}
    </section>
  )
}

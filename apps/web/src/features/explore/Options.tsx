import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { countText } from '../../lib/numbers.ts'

export type Option = {
  key: string
  label: string
  count: number | undefined
  isChosen: boolean
  mark?: ReactNode
  /** What the cheapest of them costs, with its symbol. */
  floor?: string | undefined
  onChange: () => void
}

type Props = {
  /** Names the group for screen readers. */
  title: string
  options: readonly Option[]
  isCounting: boolean
  /** "Find a collection": there is a field above more than seven. */
  find?: string
  /** A column of floors, also where a value has none. */
  hasFloors?: boolean
}

/** What is seen before "31 more". */
const SHORT = 7

/** Values of one filter with their counts; those that would leave nothing stand last and cannot be chosen. */
export function Options({ title, options, isCounting, find, hasFloors = false }: Props) {
  const { t } = useTranslation()
  const [isLong, setLong] = useState(false)
  const [text, setText] = useState('')
  const needle = text.trim().toLocaleLowerCase()
  const isEmpty = ({ count, isChosen }: Option) => count === 0 && !isChosen
  const isUnknown = isCounting && options.every(({ count }) => count === undefined)
  const ordered = [...options.filter((one) => !isEmpty(one)), ...options.filter(isEmpty)]
  const found = needle === '' ? ordered : ordered.filter(({ label }) => label.toLocaleLowerCase().includes(needle))
  const isWhole = isLong || needle !== '' || found.length <= SHORT
  const shown = isWhole ? found : found.filter((one, at) => at < SHORT || one.isChosen)
  return (
    <fieldset aria-label={title} className={['options', isCounting && 'counting', isUnknown && 'unknown'].filter(Boolean).join(' ')}>
      {find && options.length > SHORT && (
        <div className="field rail-find">
          <Icon of={Search} size="small" />
          <input
            type="search"
            aria-label={find}
            placeholder={find}
            value={text}
            onChange={(event) => setText(event.target.value)}
            maxLength={100}
          />
        </div>
      )}
      {shown.map((option) => (
        <OptionRow key={option.key} option={option} isEmpty={isEmpty(option)} hasFloors={hasFloors} />
      ))}
      {needle !== '' && found.length === 0 && <p className="s12 muted rail-none">{t('explore.noValue')}</p>}
      {!isWhole && (
        <button type="button" className="link rail-more" onClick={() => setLong(true)}>
          {t('explore.moreValues', { count: found.length - shown.length })}
        </button>
      )}
    </fieldset>
  )
}

type RowProps = { option: Option; isEmpty: boolean; hasFloors: boolean }

function OptionRow({ option: { label, count, isChosen, mark, floor, onChange }, isEmpty, hasFloors }: RowProps) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  return (
    <label className={['option', isEmpty && 'empty', hasFloors && 'priced'].filter(Boolean).join(' ')}>
      <input type="checkbox" checked={isChosen} disabled={isEmpty} onChange={onChange} />
      <span className="option-label clip">
        {mark}
        <span className="clip">{label}</span>
      </span>
      {hasFloors && (
        <span className="option-floor num">
          {floor !== undefined && <span className="visually-hidden">{t('explore.floorOf')} </span>}
          {floor}
        </span>
      )}
      {count !== undefined && (
        <span className="option-count num">
          <span aria-hidden="true">{countText(count, intl)}</span>
          <span className="visually-hidden">{t('home.count', { count, formatted: countText(count, intl) })}</span>
        </span>
      )}
    </label>
  )
}

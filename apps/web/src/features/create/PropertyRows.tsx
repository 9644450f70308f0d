import { X } from 'lucide-react'
import { useTranslation } from '../../i18n/translate.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { type Property, withBlankRow } from './create-form.ts'

type Props = { properties: readonly Property[]; onChange: (properties: readonly Property[]) => void }

/** Name and value rows; the last one is always blank and waiting. */
export function PropertyRows({ properties, onChange }: Props) {
  const { t } = useTranslation()
  const put = (at: number, part: Partial<Property>) =>
    onChange(withBlankLast(properties.map((property, index) => (index === at ? { ...property, ...part } : property))))
  return (
    <ul className="property-rows">
      {properties.map((property, index) => {
        const isLast = index === properties.length - 1
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place identifies a row; two may have the same text
          <li key={index} className={isLast ? 'property-row blank' : 'property-row'}>
            {(['key', 'value'] as const).map((side) => {
              const what = t(side === 'key' ? 'create.propertyName' : 'create.propertyValue')
              return (
                <div key={side} className="field">
                  <input
                    aria-label={t('create.propertyLabel', { what, at: index + 1 })}
                    placeholder={what}
                    value={property[side]}
                    maxLength={side === 'key' ? 100 : 200}
                    autoComplete="off"
                    onChange={(event) => put(index, { [side]: event.target.value })}
                  />
                </div>
              )
            })}
            {isLast ? (
              <span />
            ) : (
              <IconButton
                icon={X}
                size="small"
                label={t('create.propertyRemove')}
                onClick={() => onChange(withBlankRow(properties.filter((_, at) => at !== index)))}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** While typing, rows keep their place even when they are emptied; only the blank one at the end is seen to. */
function withBlankLast(properties: readonly Property[]): readonly Property[] {
  const last = properties.at(-1)
  return last && last.key === '' && last.value === '' ? properties : [...properties, { key: '', value: '' }]
}

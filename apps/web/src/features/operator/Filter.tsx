import type { OperatorOption } from '@plinth/api'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { ActField } from './ActField.tsx'

type FilterProps = { group: string; options: readonly OperatorOption[]; onChange: (values: Readonly<Record<string, string>>) => void }

/** What a list may be asked beside: all of it can be left out. */
export function Filter({ group, options, onChange }: FilterProps) {
  const { t } = useTranslation()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const send = (event: FormEvent) => {
    event.preventDefault()
    onChange(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')))
  }
  return (
    <form className="operator-filter" onSubmit={send}>
      {options.map((option) => (
        <ActField
          key={option.name}
          group={group}
          option={option}
          value={values[option.name] ?? ''}
          chain={values.chain}
          isFilter
          onChange={(value) => setValues((all) => ({ ...all, [option.name]: value }))}
        />
      ))}
      <Button type="submit">{t('operator.filter')}</Button>
    </form>
  )
}

import type { OperatorOption } from '@plinth/api'
import { useTranslation } from '../../i18n/translate.ts'
import { Switch } from '../../kit/choices.tsx'
import { Select, TextArea, TextField } from '../../kit/Field.tsx'
import { AddressField } from './AddressField.tsx'
import { CategorySelect } from './CategorySelect.tsx'
import { FeeField } from './FeeField.tsx'
import { useLabels } from './labels.ts'
import { useNetworkOptions } from './market-networks.ts'
import { PictureField } from './PictureField.tsx'

export type ActFieldProps = {
  group: string
  option: OperatorOption
  value: string
  error?: string | undefined
  onChange: (value: string) => void
  /** The chain that the form names, where it does. */
  chain?: string | undefined
  /** Above a list, where everything may be left out. */
  isFilter?: boolean
}

/** Addresses of what has a name here, so that it can be found by it. */
const NAMED = { collection: 'collection', user: 'person', account: 'person', wallet: 'person', sender: 'person' } as const

/** Longer texts are written in a field of lines. */
const LONG = 1_000

/** The field of an option: drawn by its kind, and by its name where names are clearer than numbers. */
export function ActField(props: ActFieldProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const networks = useNetworkOptions()
  const { group, option, value, error, onChange, chain, isFilter } = props
  const { name, kind, isNeeded, choices = [], longest } = option
  const text = {
    label: labels.option(group, option, option.about),
    ...(isNeeded || isFilter || kind === 'flag' ? {} : { aside: t('operator.optional') }),
    ...(error === undefined ? {} : { error }),
  }
  const none = isNeeded ? t('operator.choose') : isFilter ? t('operator.all') : ''
  const field = { ...text, name, value, onChange: (event: { target: { value: string } }) => onChange(event.target.value) }
  if (kind === 'flag') return <Switch label={text.label} checked={value === 'true'} onChange={(on) => onChange(String(on))} />
  if (name === 'chain') return <Select {...text} name={name} value={value} placeholder={none} options={networks} onChange={onChange} />
  if (kind === 'choice') {
    const options = choices.map((one) => ({ value: one, label: labels.choice(one) }))
    return <Select {...text} name={name} value={value} placeholder={none} options={options} onChange={onChange} />
  }
  if (group === 'categories' && name === 'under') return <CategorySelect {...text} value={value} onChange={onChange} />
  if (name === 'image') return <PictureField {...text} value={value} onChange={onChange} />
  if (kind === 'text' && (longest ?? 0) > LONG && name !== 'value') return <TextArea {...field} maxLength={longest} rows={8} />
  if (kind === 'text') return <TextField {...field} maxLength={longest} />
  if (name === 'bps') return <FeeField {...text} name={name} value={value} onChange={onChange} />
  if (kind === 'address' && name in NAMED)
    return <AddressField {...text} of={NAMED[name as keyof typeof NAMED]} chain={chain} name={name} value={value} onChange={onChange} />
  return <TextField {...field} inputMode={kind === 'address' ? 'text' : 'numeric'} spellCheck={false} />
}

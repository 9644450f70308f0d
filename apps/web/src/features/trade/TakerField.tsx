import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { TextField } from '../../kit/Field.tsx'
import { Icon } from '../../kit/icons.tsx'
import { readAddress } from './address-form.ts'
import { useKnownAs } from './use-known-as.ts'
import '../../kit/terms.css'

type Props = { value: string; onChange: (taker: string) => void; error: string | undefined }

/** Most sales are to any account, so the field is folded; an error opens it. */
export function TakerField({ value, onChange, error }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const known = useKnownAs(readAddress(value))
  return (
    <details className="terms" open={isOpen || error !== undefined} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="s14 medium">
        {t('privateSale.more')}
        <Icon of={ChevronDown} size="small" />
      </summary>
      <TextField
        label={t('privateSale.option')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        placeholder="0x…"
        spellCheck={false}
        autoCapitalize="off"
        hint={value.trim() === '' ? t('privateSale.hint') : known}
        error={error}
      />
    </details>
  )
}

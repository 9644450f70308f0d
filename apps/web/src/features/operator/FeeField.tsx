import { feePercent } from '@plinth/protocol'
import { useState } from 'react'
import { TextField } from '../../kit/Field.tsx'

type Props = { label: string; name: string; value: string; error?: string | undefined; onChange: (bps: string) => void }

const PERCENT = /^(\d{1,4})(?:[.,](\d{0,2}))?$/

/** Typed in percent, sent in hundredths of one; what is no percentage is sent as it is, and refused. */
export function FeeField({ value, onChange, ...field }: Props) {
  const [text, setText] = useState(() => (/^\d{1,6}$/.test(value) ? feePercent(Number(value)).replace(/\.?0*%$/, '') : value))
  return (
    <TextField
      {...field}
      inputMode="decimal"
      spellCheck={false}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        onChange(bpsOf(target.value))
      }}
    />
  )
}

function bpsOf(text: string): string {
  const [, whole, part = ''] = PERCENT.exec(text.trim()) ?? []
  return whole === undefined ? text : String(Number(whole) * 100 + Number(part.padEnd(2, '0')))
}

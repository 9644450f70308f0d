import { ChevronDown } from 'lucide-react'
import { ChainGlyph } from './ChainGlyph.tsx'
import { useCommaError } from './DecimalField.tsx'
import { FieldNotes } from './Field.tsx'
import { type FieldText, useField } from './field.ts'
import { Icon } from './icons.tsx'
import { cleanDecimal } from './price-text.ts'

export type PriceToken = { key: string; symbol: string }

export type PriceFieldProps = FieldText & {
  /** What was typed; a decimal text, never a number. */
  value: string
  onChange: (value: string) => void
  token: PriceToken
  /** More than one makes the chip a list. */
  tokens?: readonly PriceToken[]
  onToken?: (key: string) => void
  tokenLabel?: string
  disabled?: boolean
}

/** A price in display type with its pay token at the end. A comma for a decimal point is refused. */
export function PriceField({
  label,
  aside,
  hint,
  error: given,
  value,
  onChange,
  token,
  tokens = [],
  onToken,
  tokenLabel,
  ...rest
}: PriceFieldProps) {
  const error = useCommaError(value) ?? given
  const ids = useField({ hint, error })
  const isList = tokens.length > 1 && onToken !== undefined
  return (
    <div className="field-set">
      <div className="label">
        <label htmlFor={ids.id}>{label}</label>
        {aside && <span className="label-aside">{aside}</span>}
      </div>
      <div className={error ? 'field big invalid' : 'field big'}>
        <input
          {...rest}
          {...ids.control}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={value}
          onChange={(event) => onChange(cleanDecimal(event.target.value))}
        />
        <span className={isList ? 'chip select' : 'chip'}>
          <ChainGlyph symbol={token.symbol} />
          {token.symbol}
          {isList && <Icon of={ChevronDown} size="small" />}
          {isList && (
            <select aria-label={tokenLabel} value={token.key} onChange={(event) => onToken(event.target.value)}>
              {tokens.map(({ key, symbol }) => (
                <option key={key} value={key}>
                  {symbol}
                </option>
              ))}
            </select>
          )}
        </span>
      </div>
      <FieldNotes hint={hint} error={error} hintId={ids.hintId} errorId={ids.errorId} />
    </div>
  )
}

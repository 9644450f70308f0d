import { ZERO_ADDRESS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../i18n/translate.ts'
import { DecimalField } from '../../../kit/DecimalField.tsx'
import { Select, TextField } from '../../../kit/Field.tsx'
import { payTokensQuery } from '../../../lib/site.ts'
import { useMarketNetwork } from '../market-networks.ts'
import type { SeriesErrors, SeriesPartProps } from './series-form.ts'

const LONGEST_SYMBOL = 20

/** The coin of its chain, a pay token, or a ticket that is burnt. */
export function Money({ form, errors, onChange }: SeriesPartProps) {
  const { t } = useTranslation()
  const network = useMarketNetwork(Number(form.chain))
  const { data: tokens = [] } = useQuery(payTokensQuery(Number(form.chain)))
  const ofChain = tokens.filter(({ chainId, address }) => chainId === Number(form.chain) && address !== ZERO_ADDRESS)
  const options = [
    { value: 'coin', label: network?.symbol ?? '' },
    ...ofChain.map(({ address, symbol }) => ({ value: address as string, label: symbol })),
    { value: 'ticket', label: t('operator.series.ticket') },
  ]
  return (
    <>
      <div className="operator-pair">
        <DecimalField
          label={t('operator.series.price')}
          name="price"
          value={form.price}
          onChange={(price) => onChange({ price })}
          {...errorAt(errors, 'price')}
        />
        <Select
          label={t('operator.series.money')}
          name="money"
          value={form.money}
          options={options}
          onChange={(money) => onChange({ money })}
          {...errorAt(errors, 'money.token')}
        />
      </div>
      {form.money === 'ticket' && <Ticket form={form} errors={errors} onChange={onChange} />}
    </>
  )
}

function Ticket({ form, errors, onChange }: SeriesPartProps) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        label={t('operator.series.ticketCollection')}
        name="ticketCollection"
        spellCheck={false}
        value={form.ticketCollection}
        onChange={(event) => onChange({ ticketCollection: event.target.value })}
        {...errorAt(errors, 'money.ticket.collection')}
      />
      <div className="operator-pair">
        <TextField
          label={t('operator.series.ticketId')}
          name="ticketId"
          inputMode="numeric"
          value={form.ticketId}
          onChange={(event) => onChange({ ticketId: event.target.value })}
          {...errorAt(errors, 'money.ticket.tokenId')}
        />
        <TextField
          label={t('operator.series.ticketSymbol')}
          name="ticketSymbol"
          maxLength={LONGEST_SYMBOL}
          value={form.ticketSymbol}
          onChange={(event) => onChange({ ticketSymbol: event.target.value })}
          {...errorAt(errors, 'money.ticket.symbol')}
        />
      </div>
    </>
  )
}

export function errorAt(errors: SeriesErrors, path: string): { error?: string } {
  const error = errors[path]
  return error === undefined ? {} : { error }
}

import { ALL_CHAINS } from '@plinth/protocol'
import { useTranslation } from '../../i18n/translate.ts'
import { ChainGlyph } from '../../kit/ChainGlyph.tsx'
import { Chip } from '../../kit/marks.tsx'
import { Segmented } from '../../kit/Segmented.tsx'
import { PHONE, useMediaQuery } from '../../lib/media-query.ts'
import { useNetworks } from '../../lib/site.ts'

type Props = {
  chainId: number
  onChange: (chainId: number) => void /** False where amounts of two networks are not compared. */
  hasAll?: boolean
}

/** All networks or one of them (HOME-06): side by side on a desk, chips that scroll on a phone. */
export function NetworkFilter({ chainId, onChange, hasAll = true }: Props) {
  const { t } = useTranslation()
  const networks = useNetworks()
  const isPhone = useMediaQuery(PHONE)
  const options = [
    ...(hasAll ? [{ chain: ALL_CHAINS, label: t('shell.allNetworks') }] : []),
    ...networks.map(({ chainId: chain, symbol, name }) => ({
      chain,
      label: (
        <>
          <ChainGlyph symbol={symbol} />
          {name}
        </>
      ),
    })),
  ]
  if (!isPhone) {
    return (
      <Segmented
        label={t('shell.networks')}
        value={String(chainId)}
        options={options.map(({ chain, label }) => ({ value: String(chain), label }))}
        onChange={(chain) => onChange(Number(chain))}
      />
    )
  }
  return (
    <fieldset className="chip-row" aria-label={t('shell.networks')}>
      {options.map(({ chain, label }) => (
        <Chip key={chain} on={chainId === chain} onClick={() => onChange(chain)}>
          {label}
        </Chip>
      ))}
    </fieldset>
  )
}

import { useMarketNetwork } from './market-networks.ts'

/** A pay token and where it is. */
export function MoneyName({ chainId, symbol }: { chainId: number; symbol: string }) {
  const network = useMarketNetwork(chainId)
  return (
    <>
      <span className="strong">{symbol}</span> <span className="muted">{network?.name ?? chainId}</span>
    </>
  )
}

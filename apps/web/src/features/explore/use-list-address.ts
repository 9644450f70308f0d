import { ALL_CHAINS } from '@plinth/protocol'
import { useSearchParams } from 'react-router'

/** Words and network of a list of collections or people, as the address says them. */
export function useListAddress() {
  const [params, setParams] = useSearchParams()
  const put = (name: 'keyword' | 'chain', value: string) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const chain = /^\d{1,15}$/.exec(params.get('chain')?.split(',')[0] ?? '')?.[0]
  return {
    keyword: (params.get('keyword') ?? '').trim().slice(0, 200),
    chainId: chain === undefined ? ALL_CHAINS : Number(chain),
    search: (keyword: string) => put('keyword', keyword),
    onNetwork: (chainId: number) => put('chain', chainId === ALL_CHAINS ? '' : String(chainId)),
  }
}

import { ALL_CHAINS } from '@plinth/protocol'
import { useSearchParams } from 'react-router'
import { presentParams } from '../../lib/present-params.ts'

/** Words, network and order of a list of collections or people, as the address says them. */
export function useListAddress() {
  const [params, setParams] = useSearchParams()
  const put = (name: 'keyword' | 'chain' | 'by', value: string) => {
    const next = presentParams()
    if (value === '') next.delete(name)
    else next.set(name, value)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  const chain = /^\d{1,15}$/.exec(params.get('chain')?.split(',')[0] ?? '')?.[0]
  return {
    keyword: (params.get('keyword') ?? '').trim().slice(0, 200),
    chainId: chain === undefined ? ALL_CHAINS : Number(chain),
    order: params.get('by') ?? '',
    onOrder: (order: string) => put('by', order),
    search: (keyword: string) => put('keyword', keyword),
    onNetwork: (chainId: number) => put('chain', chainId === ALL_CHAINS ? '' : String(chainId)),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>

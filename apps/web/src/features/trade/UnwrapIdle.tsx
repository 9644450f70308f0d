import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { askUnwrap } from '../../flows/acts/money/unwrap-ask.ts'
import { idleCoin, type Wrapped } from '../../flows/acts/money/wrap.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { toast } from '../../kit/toast.tsx'
import { useSession } from '../../lib/session.ts'
import { useNetwork } from '../../lib/site.ts'
import { UnwrapDialog } from './UnwrapDialog.tsx'

const close = () => askUnwrap(undefined)

/** Of what the viewer holds, what no bid needs; says so where that is nothing. */
export function UnwrapIdle({ token }: { token: Wrapped }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const [openedBy] = useState(address)
  const coin = useNetwork(token.chainId)?.symbol ?? ''
  const { data: idle } = useQuery({
    queryKey: ['wallet.idle', token.chainId, token.address, address],
    queryFn: () => idleCoin(token, coin),
    // As it was when it was asked: what is sent from here changes it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isOver = idle === 0n || address !== openedBy
  useEffect(() => {
    if (!isOver) return
    if (idle === 0n) toast(t('trade.unwrapNone', { symbol: token.symbol }))
    close()
  }, [isOver, idle, t, token])
  return idle === undefined || isOver ? null : <UnwrapDialog token={token} idle={idle} coin={coin} onClose={close} />
}

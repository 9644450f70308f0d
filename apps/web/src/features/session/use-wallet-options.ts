import { useEffect, useState } from 'react'
import { loadWallet } from '../../wallet/load.ts'
import type { WalletOption } from '../../wallet/types.ts'

/** Wallets announce themselves at any time, so the list keeps listening; undefined until the first look. */
export function useWalletOptions(): readonly WalletOption[] | undefined {
  const [options, setOptions] = useState<readonly WalletOption[]>()
  useEffect(() => {
    let stop = () => {}
    let isGone = false
    loadWallet().then(
      (wallet) => {
        if (isGone) return
        setOptions(wallet.options())
        stop = wallet.subscribe(() => setOptions(wallet.options()))
      },
      () => setOptions([]),
    )
    return () => {
      isGone = true
      stop()
    }
  }, [])
  return options
}

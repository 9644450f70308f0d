import { describe, expect, it } from 'vitest'
import { openPage } from '../../../test/page.tsx'
import { ScriptedWallet } from '../../../test/scripted-wallet.ts'
import type { WalletOption } from '../../wallet/types.ts'

const demo: WalletOption = { id: 'market.plinth.demo', name: 'Demo wallet', icon: undefined, kind: 'demo' }

function walletWith(...options: WalletOption[]): ScriptedWallet {
  const wallet = new ScriptedWallet()
  wallet.options.splice(0, wallet.options.length, ...options)
  return wallet
}

describe('the connect page to a newcomer', () => {
  it('[F-78] says what a wallet is, where to get one, and connects the demo on a market of play money', async () => {
    const wallet = walletWith(demo)
    const { screen, user } = await openPage('/connect', { wallet })
    await screen.findByRole('heading', { name: 'New here? What a wallet is' })
    screen.getByText(/^A wallet is an app or a browser extension/)
    expect(screen.getByRole('link', { name: 'Find a wallet on ethereum.org' }).getAttribute('href')).toContain('/en/wallets/find-wallet')
    await user.click(screen.getByRole('button', { name: 'Try the demo' }))
    await expect.poll(() => location.pathname).toBe('/')
  })

  it('[F-78] says so in Chinese, and offers no demo where the market has none', async () => {
    const { screen } = await openPage('/connect', { wallet: walletWith(), locale: 'zh' })
    await screen.findByRole('heading', { name: '第一次来？什么是钱包' })
    expect(screen.getByRole('link', { name: '在 ethereum.org 上挑选钱包' }).getAttribute('href')).toContain('/zh/wallets/find-wallet')
    expect(screen.queryByRole('button', { name: '开始试用' })).toBeNull()
  })

  it('[F-78] is not shown to a visitor who has a wallet', async () => {
    const { screen } = await openPage('/connect')
    await screen.findByText('Test wallet')
    expect(screen.queryByRole('heading', { name: 'New here? What a wallet is' })).toBeNull()
  })
})

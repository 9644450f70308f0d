import { collection721Abi } from '@plinth/protocol/abi'
import { within } from '@testing-library/react'
import { parseEther } from 'viem'
import { describe, expect, it } from 'vitest'
import { ALICE, BOB, CHAIN, EXCHANGE } from '../../test/addresses.ts'
import { FakeMarket } from '../../test/fake/fake-market.ts'
import { aBid, anItem, aSale, itemPath } from '../../test/fake/records.ts'
import { findDialog, openPage } from '../../test/page.tsx'
import { revertOf } from '../../test/scripted-market.ts'
import { ScriptedWallet } from '../../test/scripted-wallet.ts'

/** What is the same in every language: names, what software calls things, and what people wrote. */
const OWN_NAMES =
  /operator@plinth\.test|bafywheatpicture|Plinth Works|Plinth|Local (Ethereum|Polygon)|English|ERC-?(721|1155)|IPFS|CSV|W?(ETH|POL)\b|PUSD|gwei|Gas\b|Telegram|YouTube|Alice|Bob|Eve|gif|svg|png|jpe?g|webp|mp[34]|midi|wav|ogg|webm|MB\b|ID\b|NFT|0x[\da-f…]+|Wheat field|Oil on canvas|Test wallet/gi

/** Latin-script text that is neither a user's own nor a link's, and keys that lack their text. */
function english(text: string): string[] {
  return (
    text
      .replaceAll(/https?:\/\/\S+/g, '')
      .replaceAll(OWN_NAMES, '')
      .match(/[A-Za-z]{3,}/g) ?? []
  )
}

function textOf(part: Element): string {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement?.closest('script, style, noscript')) texts.push(node.textContent ?? '')
  return texts.join(' ')
}

function marketWithItem() {
  const market = new FakeMarket()
  const bare = anItem({ owner721: BOB })
  const item = market.hang({ ...bare, isOnSale: true, listings: [aSale(bare, BOB)] })
  market.answer('user.kaptcha', () => 'data:image/svg+xml,%3Csvg/%3E').answer('user.email', () => ({ email: '' }))
  market.answer('paytoken.committed', ({ token }) => ({ chainId: CHAIN, token, committed: 0n, bids: 0 }))
  return { market, path: itemPath(item) }
}

const readyWallet = () => {
  const wallet = new ScriptedWallet()
  wallet.isApproved = true
  wallet.tokens = parseEther('100')
  wallet.allowance = 2n ** 255n
  wallet.reads.set('balanceOf', wallet.tokens)
  return wallet
}

describe('Chinese', () => {
  it('[I18N-01, I18N-02, SHELL-41, SHELL-70, SHELL-74] begins in English, and the switch names both languages in their own', async () => {
    const { user, screen } = await openPage('/')
    await screen.findByRole('link', { name: 'Connect wallet' })
    expect(document.documentElement.lang).toBe('en')
    const header = within(await screen.findByRole('banner'))
    const names = within(header.getByRole('group', { name: 'Language' })).getAllByRole('button')
    expect(names.map(({ textContent }) => textContent)).toEqual(['English', '中文'])
    await user.click(names[1] as HTMLElement)
    await screen.findByRole('link', { name: '连接钱包' })
    expect([document.documentElement.lang, localStorage.getItem('locale')]).toEqual(['zh', 'zh'])
    await user.click(header.getByRole('button', { name: '探索' }))
    await expect.poll(() => document.querySelectorAll('.menu a').length).toBeGreaterThan(1)
    expect(english(textOf(document.querySelector('.menu') as Element))).toEqual([])
  })

  it.each(['/', '/404', '/connect', '/login', '/regist', '/setpwd'])(
    '[SHELL-71, CFG-06, I18N-03, I18N-05] has no English word on %s for a visitor',
    async (path) => {
      const { market } = marketWithItem()
      await openPage(path, { market, locale: 'zh' })
      await expect.poll(() => document.querySelector('h1, h2')).not.toBeNull()
      await expect.poll(() => document.querySelector('[aria-busy=true], .spinner, .loading-screen')).toBeNull()
      expect(english(textOf(document.body))).toEqual([])
      expect(document.documentElement.lang).toBe('zh')
    },
  )

  it.each(['/items', '/items?tab=created', '/profile', '/create', '/create/erc721', '/message?tab=all', 'work'])(
    '[I18N-01] has no English word on %s for who has signed in',
    async (path) => {
      const { market, path: item } = marketWithItem()
      const { screen } = await openPage(path === 'work' ? item : path, { market, as: ALICE, locale: 'zh' })
      await screen.findAllByRole('heading', { level: 1 })
      await expect.poll(() => document.querySelector('.profile-chip')?.textContent).toMatch(/Alice/)
      expect(english(textOf(document.body))).toEqual([])
    },
  )

  it('[I18N-01] says in Chinese all that a bid means', async () => {
    const { market, path } = marketWithItem()
    const { user, screen } = await openPage(path, { market, wallet: readyWallet(), as: ALICE, locale: 'zh' })
    await user.click(await screen.findByRole('button', { name: '出价' }))
    const dialog = await findDialog('Wheat field')
    await user.type(within(dialog).getByLabelText('你的出价'), '0.3')
    await within(dialog).findByText(/出价被接受之前/)
    expect(english(textOf(dialog))).toEqual([])
  })

  it.each([
    ['转移', '接收地址', /该地址是一个合约/],
    ['销毁', '请输入“销毁”以确认', /以免误操作/],
    ['接受', '', /成交后无法撤销/],
  ] as const)('[I18N-01, TX-15] says in Chinese all that %s means', async (act, field, said) => {
    const { market } = marketWithItem()
    const mine = anItem({ tokenId: 9n })
    market.items.push({ ...mine, bids: [aBid(mine, BOB, { price: parseEther('1') })] })
    const wallet = readyWallet()
    // As the chain refuses a receiver that can't take it.
    wallet.reverts.set('safeTransferFrom', [revertOf(collection721Abi, 'ERC721InvalidReceiver', [EXCHANGE], 'safeTransferFrom')])
    const { user, screen } = await openPage(itemPath(mine), { market, wallet, as: ALICE, locale: 'zh' })
    const more = () => document.querySelector<HTMLElement>('.stage-tools [aria-label=更多]')
    if (field !== '') {
      await expect.poll(more).not.toBeNull()
      await user.click(more() as HTMLElement)
    }
    await user.click(await screen.findByRole('button', { name: act }))
    const dialog = await findDialog('Wheat field')
    if (field !== '') {
      await user.type(within(dialog).getByLabelText(field), EXCHANGE)
      await user.click(dialog.querySelector('.dialog-foot .button:last-child') as HTMLElement)
    }
    await within(dialog).findByText(said)
    expect(english(textOf(dialog))).toEqual([])
  })
})

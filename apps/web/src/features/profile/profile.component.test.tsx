import { ERRORS, type User } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { findViolations } from '../../../test/axe.ts'
import { FakeMarket } from '../../../test/fake/fake-market.ts'
import { aUser, NOW } from '../../../test/fake/records.ts'
import { findDialog, openPage } from '../../../test/page.tsx'
import { atPlace, chipSays, kept } from '../../../test/sessions.ts'

const LIN = toAddress(`0x${'1'.repeat(40)}`)
const EMAIL = 'lin.story@example.org'

/** Knows Lin, who has signed in by e-mail, and keeps her profile. */
function marketOf(over: Partial<User> = {}): FakeMarket {
  const market = new FakeMarket()
  market.users.push(aUser(LIN, { id: 9n, loginType: '2', ...over }))
  return market
    .answer('user.email', () => ({ email: EMAIL }))
    .answer('user.setprofile', ({ address: _, id: __, ...values }) => {
      market.users = market.users.map((one) => (one.address === LIN ? { ...one, ...values } : one))
      return {}
    })
}

async function openAsLin(path: string, market: FakeMarket, locale: 'en' | 'zh' = 'en') {
  localStorage.setItem('connected', '1')
  localStorage.setItem('Authorization', FakeMarket.tokenOf(LIN))
  localStorage.setItem('locale', locale)
  return openPage(path, { market, isReload: true })
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { exact: false, selector: 'input, textarea' })

describe('the profile', () => {
  it('[PROF-01, PROF-03, PROF-04, PROF-06, SHELL-08, SHELL-76, ACC-07] is edited, and read in the header and on the short link', async () => {
    const market = marketOf()
    const { user } = await openAsLin('/items', market)
    await screen.findByRole('button', { name: 'Sign out' })
    await user.click(screen.getByRole('link', { name: 'Edit profile' }))
    await atPlace('/profile')
    await screen.findByText(/^To ask for a mark/)
    expect(await findViolations(screen.getByRole('main'))).toEqual([])
    await user.type(await field('Display name'), 'Lin')
    await user.type(await field('Bio'), 'Ink and rain')
    await user.type(await field('Short link'), 'A b')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findByText('3 to 30 of a to z, 0 to 9 and -')
    expect(market.inputsOf('user.setprofile')).toEqual([])
    await user.clear(await field('Short link'))
    await user.type(await field('Short link'), 'lin-story')
    market.refuse('user.setprofile', 'SHORT_LINK_TAKEN')
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findByText('Short link already exists', { exact: false })
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findByText('Profile saved')
    expect(market.inputsOf('user.setprofile').at(-1)).toEqual({ nickname: 'Lin', brief: 'Ink and rain', shortUrl: 'lin-story' })
    await chipSays('Lin')
    await openAsLin('/account/lin-story', market)
    await screen.findByRole('heading', { name: 'Lin' })
    await screen.findByText('Ink and rain')
  })

  it.each(['en', 'zh'] as const)('[F-28] says beside the name and the short link why they are refused (%s)', async (locale) => {
    const market = marketOf()
    const { user } = await openAsLin('/profile', market, locale)
    const label = { en: ['Display name', 'Short link', 'Update'], zh: ['昵称', '短链接', '更新'] }[locale]
    const [name = '', link = '', update = ''] = label
    for (const [code, at] of [
      ['NAME_UNREADABLE', name],
      ['NAME_RESERVED', name],
      ['SHORT_LINK_RESERVED', link],
    ] as const) {
      const input = await field(at)
      market.refuse('user.setprofile', code)
      await user.click(screen.getByRole('button', { name: update }))
      const said = await screen.findByText(ERRORS[code][locale])
      expect(input.getAttribute('aria-describedby')?.split(' ')).toContain(said.id)
      expect(input.getAttribute('aria-invalid')).toBe('true')
    }
  })

  it('[PROF-02] offers gif, jpeg, jpg, png and svg in the file picker, and nothing else', async () => {
    await openAsLin('/profile', marketOf())
    const input = await screen.findByLabelText<HTMLInputElement>('Picture', { selector: 'input' })
    const kinds = input.accept.split(',')
    expect(kinds.filter((kind) => kind.startsWith('.'))).toEqual(['.gif', '.jpeg', '.jpg', '.png', '.svg'])
    expect(kinds.filter((kind) => !kind.startsWith('.'))).toEqual(['image/gif', 'image/jpeg', 'image/png', 'image/svg+xml'])
  })

  it('[PROF-02] takes a moving picture whole, and no file that is no picture', async () => {
    const avatar = `/static/upload/bafkrei${'a'.repeat(53)}.gif`
    const stored = { id: 1n, name: 'lin.gif', type: 'image/gif', size: 1, url: avatar, cid: '', ipfsUrl: '', width: 96, height: 96 }
    const market = marketOf().answer('storage.avatar', () => stored)
    await openAsLin('/profile', market)
    const files = userEvent.setup({ applyAccept: false, delay: null })
    const input = await screen.findByLabelText<HTMLInputElement>('Picture', { selector: 'input' })
    await files.upload(input, new File(['x'], 'notes.txt', { type: 'text/plain' }))
    await screen.findByText(/^Choose a GIF, JPEG, PNG or SVG/)
    expect(market.inputsOf('storage.avatar')).toEqual([])
    await files.upload(input, new File(['x'], 'lin.gif', { type: 'image/gif' }))
    await expect.poll(() => document.querySelector('.avatar-field img')?.getAttribute('src')).toContain(avatar)
    expect(market.asked.find(({ name }) => name === 'storage.avatar')?.files.map(({ name }) => name)).toEqual(['lin.gif'])
  })

  it('[F-49] sets the banner of the own page with the profile, shows it there, and removes it', async () => {
    const url = `/static/upload/bafkrei${'b'.repeat(53)}.png`
    const stored = { id: 1n, name: 'wide.png', type: 'image/png', size: 1, url, cid: '', ipfsUrl: '', width: 960, height: 320 }
    const market = marketOf()
      .answer('storage.upload', () => stored)
      .answer('user.setbanner', ({ url: bannerUrl = '' }) => {
        market.users = market.users.map((one) => (one.address === LIN ? { ...one, bannerUrl } : one))
        return {}
      })
    const { user } = await openAsLin('/profile', market)
    const files = userEvent.setup({ applyAccept: false, delay: null })
    const input = await screen.findByLabelText<HTMLInputElement>('Banner', { selector: 'input' })
    await files.upload(input, new File(['x'], 'wide.svg', { type: 'image/svg+xml' }))
    await screen.findByText('Choose a GIF, JPEG, PNG or WebP')
    await files.upload(input, new File(['x'], 'wide.png', { type: 'image/png' }))
    await screen.findByRole('button', { name: 'Remove the banner' })
    expect(market.inputsOf('user.setbanner')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Update' }))
    await screen.findByText('Profile saved')
    expect(market.inputsOf('user.setbanner')).toEqual([{ url }])
    await openAsLin(`/account/${LIN}`, market)
    await expect.poll(() => document.querySelector('.account-banner')?.getAttribute('src')).toBe(url)
    const again = await openAsLin('/profile', market)
    await again.user.click(await screen.findByRole('button', { name: 'Remove the banner' }))
    await again.user.click(screen.getByRole('button', { name: 'Update' }))
    await expect.poll(() => market.users.find(({ address }) => address === LIN)?.bannerUrl).toBe('')
  })

  it('gives all data out as a file and deletes the account after its password', async () => {
    const market = marketOf({ shortUrl: 'lin-story', nickname: 'Lin' })
    const account = market.users.at(-1) as User
    const nothing = {
      sessions: [],
      follows: [],
      followers: [],
      blocked: [],
      hiddenWorks: [],
      portfolioWallets: [],
      portfolioSeenBy: [],
      uploads: [],
      reports: [],
      notices: 0,
    }
    const likes = [{ chainId: 31_337, collection: LIN, tokenId: 10n ** 20n, createdAt: NOW }]
    market.answer('user.export', () => ({ exportedAt: NOW, account, email: EMAIL, ...nothing, likes })).answer('user.remove', () => ({}))
    const { user } = await openAsLin('/profile', market)
    await screen.findByText(EMAIL)
    let file: Blob | undefined
    const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      file = blob as Blob
      return 'blob:all'
    })
    const saved: string[] = []
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.download} ${this.href}`)
    })
    const restore = () => [made, clicked].map((spy) => spy.mockRestore())
    onTestFinished(() => void restore())
    await user.click(screen.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toEqual(['lin-story.json blob:all']))
    expect(JSON.parse((await file?.text()) ?? '')).toMatchObject({ email: EMAIL, likes: [{ tokenId: '100000000000000000000' }] })
    restore()
    await user.click(screen.getByRole('button', { name: 'Delete the account' }))
    const dialog = within(await findDialog('Delete your account?'))
    const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete for good' })
    expect(send.disabled).toBe(true)
    await user.type(dialog.getByLabelText('Password'), 'plum-7-orbit')
    market.refuse('user.remove', 'PASSWORD_WRONG')
    await user.click(send)
    await dialog.findByText('Enter the correct password.')
    await user.clear(dialog.getByLabelText('Password'))
    await user.type(dialog.getByLabelText('Password'), 'new-orbit-9')
    await user.click(send)
    await screen.findByText('Your account is deleted')
    await screen.findByRole('link', { name: 'Connect wallet' })
    expect(market.inputsOf('user.remove').at(-1)).toEqual({ password: 'new-orbit-9' })
    expect(kept('Authorization')).toBeNull()
  })
})

import type { User } from '@plinth/api'
import { toAddress } from '@plinth/protocol'
import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { FakeMarket } from './fake/fake-market.ts'
import { aUser } from './fake/records.ts'

export const LIN = toAddress(`0x${'1'.repeat(40)}`)
export const EMAIL = 'lin.story@example.org'

export const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label)
export const press = async (user: UserEvent, name: string | RegExp) => user.click(await screen.findByRole('button', { name }))

export async function fill(user: UserEvent, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const input = await field(label)
    await user.clear(input)
    await user.type(input, value)
  }
}

/** A market that mails codes; its pictures are numbered. */
export function mailMarket(): FakeMarket {
  const market = new FakeMarket()
  let pictures = 0
  const lin: User = aUser(LIN, { id: 9n, loginType: '2' })
  market.users.push(lin)
  const { id, address, avatar, brief, nickname, shortUrl, bannerUrl } = lin
  return market
    .answer('user.kaptcha', () => `data:image/png;base64,${btoa(String(++pictures))}`)
    .answer('user.email', () => ({ email: EMAIL }))
    .answer('user.activation', () => ({}))
    .answer('user.mail.link', () => ({}))
    .answer('user.mail.register', () => ({}))
    .answer('user.mail.sendcode', () => ({}))
    .answer('user.mail.setpassword', () => ({}))
    .answer('user.mail.login', () => ({
      token: FakeMarket.tokenOf(LIN),
      id,
      address,
      avatar,
      brief,
      nickname,
      shortUrl,
      bannerUrl,
    }))
    .answer('follow.follows', ({ page, limit }) => ({ list: [], total: 0, page, limit, pages: 0 }))
}

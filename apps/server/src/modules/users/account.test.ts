import { siweMessage, toAddress } from '@plinth/protocol'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { multipart } from '../../../test/content/files.ts'
import { aVisitor, codeIn, type MailServer, sendMail, startMailServer } from '../../../test/mail/mailbox.ts'
import { ORIGIN, openTestServer, PEOPLE, type Session, type TestServer } from '../../../test/market/harness.ts'
import { bytes } from '../../db/database.ts'
import { CHECKS } from '../../jobs/recount-checks.ts'

let mail: MailServer
let server: TestServer
let alice: Session
let bob: Session
const collection = toAddress(`0x${'ab'.repeat(20)}`)
beforeAll(async () => {
  mail = await startMailServer()
  server = await openTestServer({ mail: { smtpUrl: mail.url, from: 'no-reply@plinth.test' } })
  alice = await server.signIn(PEOPLE.alice)
  bob = await server.signIn(PEOPLE.bob)
  for (const tokenId of [1n, 2n]) await insertItem(tokenId)
})
beforeEach(async () => void (await server.context.db.deleteFrom('try_count').execute()))
afterAll(async () => {
  await server.close()
  await mail.close()
})

async function insertItem(tokenId: bigint): Promise<void> {
  const texts = { name: 'Snow', metadata_url: '', metadata: '', media_kind: 'unknown' as const, royalties: '[]', declared_royalties: '[]' }
  const flags = { is_declared: false, is_confirmed: true, is_visible: true, is_on_sale: false }
  const times = { declared_at: 0, created_at: 0, traded_at: 0 }
  const rest = {
    standard: 3 as const,
    supply: 1n,
    creator: bytes(alice.address),
    category_id: null,
    width: 0,
    height: 0,
    mint_tx: null,
    floor: null,
  }
  const key = { chain_id: 31337, collection: bytes(collection), token_id: tokenId }
  await server.context.db
    .insertInto('item')
    .values({ ...key, ...texts, ...flags, ...times, ...rest })
    .execute()
}

const PASSWORD = 'plum-7-orbit'
let count = 0
async function mailUser(): Promise<Session & { email: string }> {
  const email = `person-${++count}@example.org`
  const visitor = aVisitor(server, { ip: `10.0.1.${count}` })
  await visitor.register(email, PASSWORD)
  await sendMail(server)
  await visitor.send('/user/activation', { email, code: codeIn(mail.mails) })
  const { token, address } = (await visitor.logIn(email, PASSWORD)).data as { token: string; address: string }
  return { token, address: toAddress(address), api: server.api(token), email }
}

type Signer = { readonly address: string; signMessage(what: { message: string }): Promise<`0x${string}`> }
async function proofOf(signer: Signer) {
  const { nonce } = await server.api().user.nonce({})
  const address = toAddress(signer.address)
  const issuedAt = server.clock.now()
  const message = siweMessage({ domain: 'plinth.test', uri: ORIGIN, chainId: 31337, nonce, issuedAt, statement: 'Link.', address })
  return { address, message, signature: await signer.signMessage({ message }) }
}

/** Every stored counter of accounts equals its recount. */
async function expectCountsRight(): Promise<void> {
  for (const check of CHECKS.filter(({ name }) => /notice|like|follow/.test(name)))
    expect((await check.differences.execute(server.context.db)).rows, check.name).toEqual([])
}

describe('user.linkwallet', () => {
  it('moves likes, follows, notices and profile to an unknown wallet, and keeps the session', async () => {
    const user = await mailUser()
    await user.api.user.setprofile({ nickname: 'Lin', brief: 'Ink', shortUrl: 'lin' })
    await user.api.like.add({ collection, tokenId: 1n })
    await user.api.follow.add({ address: bob.address })
    await bob.api.follow.add({ address: user.address })
    const { user: linked } = await user.api.user.linkwallet(await proofOf(PEOPLE.carol))
    const carol = toAddress(PEOPLE.carol.address)
    expect(linked).toMatchObject({ address: carol, nickname: 'Lin', brief: 'Ink', shortUrl: 'lin', loginType: '1' })
    expect((await user.api.user.profile({})).user.address).toBe(carol)
    const stat = (address: string) => server.post('/user/stat', { address }).then(({ data }) => data)
    expect(await stat(carol)).toMatchObject({ likeCount: 1, followCount: 1, followerCount: 1 })
    expect(await stat(user.address)).toEqual({})
    expect(await stat(bob.address)).toMatchObject({ followCount: 1, followerCount: 1 })
    const { list } = await bob.api.notices.list({ page: 1, limit: 20 })
    expect(JSON.stringify(list, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(user.address)
    expect(list.some(({ operator, content }) => operator.address === carol && content.user?.address === carol)).toBe(true)
    expect((await user.api.notices.count({})).total).toBeGreaterThan(0)
    // Both sign-in methods lead to the same account.
    expect((await server.signIn(PEOPLE.carol)).address).toBe(carol)
    const again = await aVisitor(server).logIn(user.email, PASSWORD)
    expect(again.data).toMatchObject({ address: carol, nickname: 'Lin' })
    await expectCountsRight()
  })

  it('merges into the wallet’s account: its texts stay, gaps are filled, no account follows itself', async () => {
    const user = await mailUser()
    const dan = await server.signIn(PEOPLE.dan)
    await dan.api.user.setprofile({ nickname: 'Dan' })
    await dan.api.like.add({ collection, tokenId: 1n })
    await dan.api.follow.add({ address: user.address })
    await user.api.user.setprofile({ nickname: 'Danny', brief: 'Boxes', shortUrl: 'danny' })
    for (const tokenId of [1n, 2n]) await user.api.like.add({ collection, tokenId })
    await user.api.follow.add({ address: dan.address })
    await user.api.user.linkwallet(await proofOf(PEOPLE.dan))
    expect((await user.api.user.profile({})).user).toMatchObject({
      address: dan.address,
      nickname: 'Dan',
      brief: 'Boxes',
      shortUrl: 'danny',
    })
    expect((await server.post('/user/stat', { address: dan.address })).data).toMatchObject({
      likeCount: 2,
      followCount: 0,
      followerCount: 0,
    })
    expect((await dan.api.user.profile({})).user.shortUrl).toBe('danny')
    await expectCountsRight()
  })

  it('[MORE-03] moves the wallets of its portfolio, ten at most and never the wallet itself', async () => {
    const [user, wallet] = [await mailUser(), privateKeyToAccount(generatePrivateKey())]
    const there = await server.signIn(wallet)
    const keys = Array.from({ length: 11 }, () => privateKeyToAccount(generatePrivateKey()))
    const add = async ({ api }: Session, key: typeof wallet) => {
      const { message } = await api.portfolio.walletprepare({ wallet: toAddress(key.address) })
      await api.portfolio.walletadd({ wallet: toAddress(key.address), message, signature: await key.signMessage({ message }) })
    }
    const [first, ...rest] = keys
    if (first) await add(there, first)
    for (const key of [wallet, ...rest.slice(0, 9)]) await add(user, key)
    await user.api.user.linkwallet(await proofOf(wallet))
    const { wallets } = await user.api.portfolio.wallets({})
    expect(new Set(wallets.map(({ address }) => address))).toEqual(new Set(keys.slice(0, 10).map(({ address }) => toAddress(address))))
    const rows = await server.context.db.selectFrom('portfolio_wallet').where('account', '=', bytes(user.address)).selectAll().execute()
    expect(rows).toEqual([])
  })

  it('wants the wallet’s own signature, once, by an account that has no wallet yet', async () => {
    const [one, other] = [await mailUser(), await mailUser()]
    const eves = await proofOf(PEOPLE.eve)
    await expect(one.api.user.linkwallet({ ...eves, address: toAddress(PEOPLE.zhangwei.address) })).rejects.toMatchObject({ errno: 4005 })
    const forged = await PEOPLE.zhangwei.signMessage({ message: eves.message })
    await expect(one.api.user.linkwallet({ ...eves, signature: forged })).rejects.toMatchObject({ errno: 4004 })
    await one.api.user.linkwallet(eves)
    await expect(other.api.user.linkwallet(eves)).rejects.toMatchObject({ errno: 4018 })
    await expect(one.api.user.linkwallet(await proofOf(PEOPLE.zhangwei))).rejects.toMatchObject({ errno: 4019 })
    await expect(alice.api.user.linkwallet(await proofOf(PEOPLE.zhangwei))).rejects.toMatchObject({ errno: 4019 })
    // A message that was used for a sign-in links nothing.
    const used = await proofOf(PEOPLE.zhangwei)
    await server.api().user.login(used)
    await expect(other.api.user.linkwallet(used)).rejects.toMatchObject({ errno: 4002 })
    expect(
      (await server.post('/user/linkwallet', { userAddress: used.address, signature: used.signature, message: used.message })).errno,
    ).toBe(501)
  })
})

describe('user.export and user.remove', () => {
  it('hand out everything that is kept of the caller, and of no other account', async () => {
    const user = await mailUser()
    await user.api.user.setprofile({ nickname: 'Mo' })
    await user.api.like.add({ collection, tokenId: 2n })
    await user.api.follow.add({ address: alice.address })
    await user.api.report.add({ kind: 1, address: collection, tokenId: 2n, text: 'A copy' })
    await user.api.offer.block({ address: bob.address })
    const all = await user.api.user.export({})
    expect(all).toMatchObject({
      account: { nickname: 'Mo', address: user.address },
      email: user.email,
      likes: [{ collection, tokenId: 2n, chainId: 31337 }],
      follows: [{ address: alice.address }],
      reports: [{ text: 'A copy' }],
      sessions: [expect.anything()],
      blocked: [{ address: bob.address }],
    })
    expect((await alice.api.user.export({})).email).toBe('')
    expect((await user.api.user.email({})).email).toBe(user.email)
  })

  it('delete the account with all it holds, after its password, and leave no trace of the address', async () => {
    const user = await mailUser()
    await user.api.user.setprofile({ nickname: 'Gone', shortUrl: 'gone' })
    await user.api.like.add({ collection, tokenId: 1n })
    await user.api.follow.add({ address: alice.address })
    await user.api.report.add({ kind: 3, address: bob.address, text: 'Spam' })
    expect(await server.post('/user/remove', { password: 'plum-8-orbit' }, { token: user.token })).toMatchObject({
      errno: 4020,
      errmsg: 'Enter the correct password.',
    })
    await user.api.user.remove({ password: PASSWORD })
    expect((await server.post('/user/profile', {}, { token: user.token })).errno).toBe(501)
    expect((await server.post('/user/info', { address: user.address })).data).toEqual({})
    expect((await server.post('/user/info', { shortUrl: 'gone' })).data).toEqual({})
    expect((await server.post('/user/stat', { address: user.address })).data).toEqual({})
    expect((await server.post('/home/searchuser', { search: 'Gone', page: '1', limit: '20' })).data).toMatchObject({ list: [] })
    expect((await aVisitor(server).logIn(user.email, PASSWORD)).errno).toBe(4010)
    const { db } = server.context
    for (const table of ['mail_account', 'mailed_code', 'mail'] as const)
      expect(JSON.stringify(await db.selectFrom(table).selectAll().execute()), table).not.toContain(user.email)
    expect((await alice.api.notices.list({ page: 1, limit: 20 })).list.filter(({ operator }) => operator.address === user.address)).toEqual(
      [],
    )
    await expectCountsRight()
  })

  it('ask no password of those who have none', async () => {
    const { token, api } = await server.signIn(privateKeyToAccount(generatePrivateKey()))
    await api.user.remove({})
    expect((await server.post('/user/profile', {}, { token })).errno).toBe(501)
  })
})

describe('report.add', () => {
  it('[WIDG-01] keeps the report for the operator, of signed-in people alone, twenty an hour', async () => {
    const form = { type: '1', address: collection, tokenId: '1', message: ' This is mine. ', chainId: '31337' }
    expect((await server.post('/report/add', form)).errno).toBe(501)
    expect((await server.post('/report/add', form, { token: bob.token })).errno).toBeUndefined()
    const row = await server.context.db.selectFrom('report').selectAll().orderBy('id', 'desc').executeTakeFirst()
    expect(row).toMatchObject({ kind: 1, chain_id: 31337, token_id: 1n, text: 'This is mine.', status: 0 })
    expect(Buffer.from(row?.reporter ?? []).equals(bytes(bob.address))).toBe(true)
    expect((await server.post('/report/add', { ...form, message: '  ' }, { token: bob.token })).errno).toBe(401)
    expect((await server.post('/report/add', { ...form, message: 'x'.repeat(1_001) }, { token: bob.token })).errno).toBe(402)
    expect((await server.post('/report/add', { ...form, chainId: '5' }, { token: bob.token })).errno).toBe(4501)
    for (let at = 0; at < 17; at++) await server.post('/report/add', form, { token: bob.token })
    expect((await server.post('/report/add', form, { token: bob.token })).errno).toBeUndefined()
    expect((await server.post('/report/add', form, { token: bob.token })).errno).toBe(429)
  })
})

describe('the rest of user.*', () => {
  it('[API-28] setbanner takes a picture uploaded here, and takes it away', async () => {
    const url = `/static/upload/bafkrei${'a'.repeat(53)}.png`
    expect((await server.post('/user/setbanner', { url }, { token: bob.token })).errno).toBeUndefined()
    expect((await bob.api.user.profile({})).user.bannerUrl).toBe(url)
    expect((await server.post('/user/setbanner', { url: 'https://evil.test/a.png' }, { token: bob.token })).errno).toBe(402)
    await server.post('/user/setbanner', { url: '' }, { token: bob.token })
    expect((await bob.api.user.profile({})).user.bannerUrl).toBe('')
    expect((await server.post('/user/setbanner', { url })).errno).toBe(501)
  })

  it('[API-38] match answers those of the addresses that have an account', async () => {
    await bob.api.user.setprofile({ nickname: 'Bob' })
    const sent = { address: [bob.address.toUpperCase().replace('0X', '0x'), `0x${'7'.repeat(40)}`].join(',') }
    expect((await server.post('/user/match', sent, { token: alice.token })).data).toEqual([
      { address: bob.address, nickname: 'Bob', avatar: '' },
    ])
    expect((await server.post('/user/match', sent)).errno).toBe(501)
  })

  it('info finds a person by short link (decision 18)', async () => {
    await bob.api.user.setprofile({ shortUrl: 'bob-7' })
    expect((await server.post('/user/info', { shortUrl: 'bob-7' })).data).toMatchObject({ address: bob.address })
    expect((await server.post('/user/info', { shortUrl: 'nobody' })).data).toEqual({})
  })

  it('[PROF-02] storage.avatar makes pixels of a drawing, and takes pictures alone', async () => {
    const send = (content: string | Buffer) => {
      const { body, options } = multipart([{ name: 'file', filename: 'me.svg', content }], bob.token)
      return server.post('/storage/avatar', body, options)
    }
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="alert(1)"><script>alert(1)</script><circle r="20" cx="20" cy="20"/></svg>'
    const { data } = await send(svg)
    expect(data).toMatchObject({ type: 'image/png', url: expect.stringMatching(/\.png$/) })
    await bob.api.user.setprofile({ avatar: (data as { url: string }).url })
    expect((await bob.api.user.profile({})).user.avatar).toMatch(/\.png$/)
    expect((await send('<html><script>alert(1)</script></html>')).errno).toBe(4403)
    const bomb = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${'<g>'.repeat(5_000)}`
    expect((await send(bomb)).errno).toBe(4405)
  })
})

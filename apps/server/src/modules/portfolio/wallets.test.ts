import { ERRORS } from '@plinth/api'
import { siweMessage, toAddress } from '@plinth/protocol'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ORIGIN, openTestServer, PEOPLE, type Session, type TestServer } from '../../../test/market/harness.ts'

let server: TestServer
let [alice, bob]: readonly Session[] = []
beforeAll(async () => {
  server = await openTestServer()
  ;[alice, bob] = [await server.signIn(PEOPLE.alice), await server.signIn(PEOPLE.bob)]
})
beforeEach(async () => {
  for (const table of ['portfolio_wallet', 'try_count'] as const) await server.context.db.deleteFrom(table).execute()
})
afterAll(() => server?.close())

type Signer = { readonly address: string; signMessage(what: { message: string }): Promise<`0x${string}`> }

/** What `signer` signs so that the session’s account sees it. */
async function permitFor({ api }: Session, signer: Signer) {
  const wallet = toAddress(signer.address)
  const { message } = await api.portfolio.walletprepare({ wallet })
  return { wallet, message, signature: await signer.signMessage({ message }) }
}
async function add(session: Session, signer: Signer): Promise<void> {
  await session.api.portfolio.walletadd(await permitFor(session, signer))
}
const of = (session: Session | undefined): Session => {
  if (!session) throw new Error('Signed in before all')
  return session
}
const walletsOf = async (session: Session) => {
  const { wallets, seenBy } = await session.api.portfolio.wallets({})
  return { wallets: wallets.map(({ address }) => address), seenBy: seenBy.map(({ address }) => address) }
}
const code = (name: keyof typeof ERRORS) => expect.objectContaining({ errno: ERRORS[name].errno })
const { carol, dan } = PEOPLE
const [carols, dans] = [toAddress(carol.address), toAddress(dan.address)]

describe('wallets of a portfolio', () => {
  it('[MORE-03] a wallet is seen by its signature under a text that names both and says what it allows', async () => {
    const me = of(alice)
    const { message, expiresAt } = await me.api.portfolio.walletprepare({ wallet: carols })
    expect(expiresAt).toBe(server.clock.now() + 300)
    expect(message.split('\n')).toEqual([
      'plinth.test wants you to sign in with your Ethereum account:',
      carol.address,
      '',
      `Account ${PEOPLE.alice.address} may see this wallet's works and trades in its portfolio. It moves nothing.`,
      '',
      `URI: ${ORIGIN}`,
      'Version: 1',
      'Chain ID: 31337',
      expect.stringMatching(/^Nonce: [0-9a-f]{66}$/),
      `Issued At: ${new Date(server.clock.now() * 1_000).toISOString()}`,
      `Expiration Time: ${new Date(expiresAt * 1_000).toISOString()}`,
    ])
    await add(me, carol)
    await add(me, carol)
    expect(await me.api.portfolio.wallets({})).toEqual({ wallets: [{ address: carols, createdAt: server.clock.now() }], seenBy: [] })
    await me.api.portfolio.walletremove({ wallet: carols })
    expect(await walletsOf(me)).toEqual({ wallets: [], seenBy: [] })
  })

  it('[MORE-03] refuses what another key signed, a changed text and one that was used', async () => {
    const { api } = of(alice)
    const permit = await permitFor(of(alice), carol)
    const { message } = permit
    const forged = await PEOPLE.bob.signMessage({ message })
    await expect(api.portfolio.walletadd({ ...permit, signature: forged })).rejects.toEqual(code('LOGIN_BAD_SIGNATURE'))
    const changed = message.replace('It moves nothing.', 'It moves all.')
    const signed = { wallet: carols, message: changed, signature: await carol.signMessage({ message: changed }) }
    await expect(api.portfolio.walletadd(signed)).rejects.toEqual(code('LOGIN_BAD_MESSAGE'))
    await expect(api.portfolio.walletadd({ ...permit, wallet: dans })).rejects.toEqual(code('LOGIN_BAD_MESSAGE'))
    await api.portfolio.walletadd(permit)
    await api.portfolio.walletremove({ wallet: carols })
    await expect(api.portfolio.walletadd(permit)).rejects.toEqual(code('LOGIN_REPLAYED'))
    expect(await walletsOf(of(alice))).toEqual({ wallets: [], seenBy: [] })
  })

  it('[MORE-03] a signature serves no other account and no sign-in, and a sign-in allows nothing', async () => {
    const permit = await permitFor(of(alice), carol)
    await expect(of(bob).api.portfolio.walletadd(permit)).rejects.toEqual(code('LOGIN_BAD_MESSAGE'))
    const { wallet: address, message, signature } = permit
    await expect(server.api().user.login({ address, message, signature })).rejects.toEqual(code('LOGIN_BAD_MESSAGE'))
    const { nonce } = await server.api().user.nonce({})
    const statement = `Account ${PEOPLE.alice.address} may see this wallet's works and trades in its portfolio. It moves nothing.`
    const fields = { domain: 'plinth.test', uri: ORIGIN, address: carols, chainId: 31337, nonce, issuedAt: server.clock.now(), statement }
    const signIn = siweMessage(fields)
    const signed = { wallet: carols, message: signIn, signature: await carol.signMessage({ message: signIn }) }
    await expect(of(alice).api.portfolio.walletadd(signed)).rejects.toEqual(code('LOGIN_BAD_MESSAGE'))
  })

  it('[MORE-03] refuses a text after five minutes, one of another site, and the caller’s own wallet', async () => {
    const { api, address } = of(alice)
    const permit = await permitFor(of(alice), carol)
    server.clock.advance(300)
    await expect(api.portfolio.walletadd(permit)).rejects.toEqual(code('LOGIN_EXPIRED'))
    await expect(api.portfolio.walletprepare({ wallet: carols, url: 'https://evil.test' })).rejects.toEqual(code('BAD_ARGUMENT_VALUE'))
    await expect(api.portfolio.walletprepare({ wallet: address })).rejects.toEqual(code('BAD_ARGUMENT_VALUE'))
    const elsewhere = (await permitFor(of(alice), carol)).message.replaceAll('plinth.test', 'evil.test')
    const signed = { wallet: carols, message: elsewhere, signature: await carol.signMessage({ message: elsewhere }) }
    await expect(api.portfolio.walletadd(signed)).rejects.toEqual(code('LOGIN_BAD_MESSAGE'))
  })

  it('[MORE-03] ten wallets at most, also of requests at once', async () => {
    const keys = Array.from({ length: 12 }, () => privateKeyToAccount(generatePrivateKey()))
    const permits = await Promise.all(keys.map((key) => permitFor(of(alice), key)))
    const added = await Promise.allSettled(permits.map((permit) => of(alice).api.portfolio.walletadd(permit)))
    const refused = added.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    expect(refused).toEqual([code('BAD_ARGUMENT_VALUE'), code('BAD_ARGUMENT_VALUE')])
    expect((await walletsOf(of(alice))).wallets).toHaveLength(10)
  })

  it('[MORE-03] a wallet’s own account sees who sees it and ends it, and sees nothing of that account', async () => {
    const its = await server.signIn(carol)
    await add(of(alice), carol)
    await add(of(bob), carol)
    expect(await walletsOf(its)).toEqual({ wallets: [], seenBy: [of(alice).address, of(bob).address].toSorted() })
    await expect(its.api.portfolio.summary({ wallet: of(alice).address })).rejects.toEqual(code('BAD_ARGUMENT_VALUE'))
    await its.api.portfolio.walletdeny({ account: of(alice).address })
    expect(await walletsOf(its)).toEqual({ wallets: [], seenBy: [of(bob).address] })
    expect(await walletsOf(of(alice))).toEqual({ wallets: [], seenBy: [] })
    await expect(of(alice).api.portfolio.summary({ wallet: carols })).rejects.toEqual(code('BAD_ARGUMENT_VALUE'))
    // It ends what concerns the caller alone.
    await of(alice).api.portfolio.walletdeny({ account: of(bob).address })
    await of(alice).api.portfolio.walletremove({ wallet: carols })
    expect((await walletsOf(of(bob))).wallets).toEqual([carols])
  })

  it('[MORE-03] is exported with both accounts, and goes with either', async () => {
    const own = await server.signIn(privateKeyToAccount(generatePrivateKey()))
    await add(own, dan)
    const its = await server.signIn(dan)
    await add(its, carol)
    const [mine, danExport] = [await own.api.user.export({}), await its.api.user.export({})]
    expect(mine).toMatchObject({ portfolioWallets: [{ address: dans }], portfolioSeenBy: [] })
    expect(danExport).toMatchObject({ portfolioWallets: [{ address: carols }], portfolioSeenBy: [{ address: own.address }] })
    await its.api.user.remove({})
    expect(await walletsOf(own)).toEqual({ wallets: [], seenBy: [] })
    expect(await server.context.db.selectFrom('portfolio_wallet').selectAll().execute()).toEqual([])
  })
})

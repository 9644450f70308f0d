import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ASSET_TYPE, BOX_REQUEST_STATUS, coin, commitmentOf, toAddress, toBoxOrder } from '@plinth/protocol'
import { blindBoxAbi, collection1155Abi } from '@plinth/protocol/abi'
import { parseEther, zeroHash } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { detailOf, drawAll, historyOf, openBoxes, openBoxMarket } from '../../../test/acts/boxes.ts'
import { mintEdition } from '../../../test/chain/editions.ts'
import { aPng } from '../../../test/content/files.ts'
import { PEOPLE } from '../../../test/market/harness.ts'
import type { TestMarket } from '../../../test/market/market.ts'
import { operate, rowsOf } from '../../../test/operator/operate.ts'
import { drawBoxes } from '../../jobs/draw-boxes.ts'
import { examineBoxes } from '../../operator/doctor-boxes.ts'
import { addKinds, getBox } from './operate.ts'

let market: TestMarket
let folder: string
beforeAll(async () => {
  market = await openBoxMarket()
  folder = mkdtempSync(join(tmpdir(), 'plinth-boxes-'))
  for (const name of ['koi.png', 'moon.png']) writeFileSync(join(folder, name), await aPng())
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await market?.close()
})

const LONG = { timeout: 90_000 }
const run = (act: string, ...options: string[]) => operate(market.server.context, 'box', act, ...options)
const rows = (act: string, ...options: string[]) => rowsOf(market.server.context, 'box', act, ...options)
const revealOperator = () => toAddress(market.testnet.operator.account.address)
const idIn = (sentence: unknown) => /box --box (\d+)|Box (\d+)/.exec(String(sentence))?.slice(1).find(Boolean) ?? ''
const boxOf = (id: string) => getBox(market.server.context, Number(id))

const SERIES = {
  chainId: 31337,
  name: 'Evening',
  image: 'koi.png',
  price: '0.1',
  prizesPerBox: 1,
  repeats: true,
  starts: '2020-01-01T00:00:00Z',
  ends: '2100-01-01T00:00:00+02:00',
  prizes: [
    { name: 'Koi', image: 'koi.png', amount: 3 },
    { name: 'Moon', description: 'There is one.', image: 'moon.png', amount: 1 },
  ],
}

function fileOf(changes: object = {}): string {
  const path = join(folder, 'series.json')
  writeFileSync(path, JSON.stringify({ ...SERIES, ...changes }))
  return path
}

/** Created, filled, and with a bond. */
async function offered(changes: object = {}, ...filling: string[]): Promise<string> {
  const id = idIn(await run('create', '--file', fileOf(changes), '--why', 'asked for'))
  await run('fill', '--box', id, '--requests', '10', ...filling, '--why', 'asked for')
  await run('deposit', '--box', id, '--amount', '1', '--why', 'asked for')
  await market.sync()
  return id
}

async function passTime(seconds: number): Promise<void> {
  const { timestamp } = await market.testnet.publicClient.getBlock()
  await market.testnet.setNextBlockTimestamp(Number(timestamp) + seconds)
  await market.testnet.mine(1)
  await market.sync()
}

describe('a series of the operator', () => {
  it('comes out of a file, is filled and bonded, and is drawn for its buyer', LONG, async () => {
    const id = idIn(await run('create', '--file', fileOf(), '--why', 'the spring show'))
    const stateNow = async () => (await rows('show')).find((row) => row.box === Number(id))?.state
    expect(await stateNow()).toBe('not filled')
    await expect(run('deposit', '--box', id, '--amount', '1', '--why', 'asked for')).rejects.toThrow(`Box ${id} is not filled yet`)
    await run('fill', '--box', id, '--requests', '10', '--why', 'asked for')
    await market.sync()
    await expect(run('fill', '--box', id, '--requests', '10', '--why', 'asked for')).rejects.toMatchObject({
      message: `Box ${id} is filled already.`,
      sentences: { zh: `盲盒 ${id} 已经上链。` },
      field: 'box',
    })
    await expect(openBoxes(market, 'bob', await boxOf(id))).rejects.toMatchObject({ code: 'BOX_STOPPED' })
    await run('deposit', '--box', id, '--amount', '0.4', '--why', 'asked for')
    await openBoxes(market, 'bob', await boxOf(id), 2)
    await drawAll(market)
    const [drawn] = await historyOf(market, await boxOf(id))
    expect(drawn).toMatchObject({ status: BOX_REQUEST_STATUS.DRAWN })
    for (const { image } of drawn?.nfts ?? []) expect(image).toMatch(/^\/static\/upload\/\w+\.png$/)
    const facts = new Map((await rows('show', '--box', id)).map(({ what, is }) => [what, is]))
    expect(facts.get('opened')).toBe('2')
    expect(facts.get('bond')).toBe('0.4 ETH')
    expect(facts.get('words left')).toBe('9')
    expect([...facts.values()].filter((text) => /^(Koi|Moon), \d of \d left$/.test(String(text)))).toHaveLength(2)
    const acts = await rowsOf(market.server.context, 'acts', 'list', '--subject', `box ${id}`)
    expect(acts.map(({ what, who }) => [what, who])).toEqual(['box deposit', 'box fill', 'box create'].map((what) => [what, 'olga']))
    expect(acts.at(-1)?.why).toBe('the spring show')
  })

  it('is refused in a sentence where its file, its prizes or its money are wrong', LONG, async () => {
    const create = (changes: object) => run('create', '--file', fileOf(changes), '--why', 'asked for')
    await expect(run('create', '--file', join(folder, 'none.json'), '--why', 'asked for')).rejects.toThrow(
      "none.json, which can't be read.",
    )
    await expect(create({ price: 3, colour: 'red' })).rejects.toThrow(/does not describe a box\.\n.*price: .*colour/s)
    await expect(create({ image: 'none.png' })).rejects.toThrow("none.png can't be read.")
    await expect(create({ image: '/static/upload/bafkreigh2akiscaildc.png' })).rejects.toThrow('is no picture of this site')
    await expect(create({ price: '0' })).rejects.toThrow('The price must be above 0')
    await expect(create({ prizesPerBox: 3 })).rejects.toThrow('4 prizes do not fill boxes of 3')
    await expect(create({ prizesPerBox: 2, repeats: false })).rejects.toThrow('there are 2 boxes without repeats')
    await expect(create({ ends: '2019-01-01T00:00:00Z' })).rejects.toThrow('ends before it begins')
    await expect(create({ chainId: 5 })).rejects.toThrow('Chain 5 is not one of this market')
    const token = `0x${'5e'.repeat(20)}`
    await expect(create({ money: { token } })).rejects.toThrow(`${token} is no pay token`)
    await expect(create({ prizes: [{ collection: token, tokenId: '1', amount: 1 }] })).rejects.toThrow('There is no item 1')
    await expect(
      operate({ ...market.server.context, revealOperator: undefined }, 'box', 'create', '--file', fileOf(), '--why', 'asked for'),
    ).rejects.toThrow('There is no key that owns blind boxes')
    await expect(run('show', '--box', '9999')).rejects.toThrow('There is no box 9999')
    await expect(run('stop', '--box', '1')).rejects.toThrow('Say why with --why')
  })

  it('[DATA-31] has its own films for the opening, and none where its file names none', LONG, async () => {
    for (const name of ['slow-swell.webm', 'night-ferry.mp4', 'campfire.gif', 'bell-and-tide.mp3'])
      copyFileSync(new URL(`../../../../../packages/devnet/media/${name}`, import.meta.url), join(folder, name))
    // The start of a QuickTime film; not every browser plays one.
    writeFileSync(join(folder, 'waves.mov'), Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from('ftypqt  \0\0\0\0qt  \0\0\0\x08moov')]))
    writeFileSync(join(folder, 'notes.txt'), 'Nine koi, one moon.')
    const films = async (changes: object) => {
      const { anim1, anim2 } = await detailOf(market, await boxOf(await offered(changes)))
      return [anim1, anim2]
    }
    expect(await films({})).toEqual(['', ''])
    const [before = '', after = ''] = await films({ anim1: 'slow-swell.webm', anim2: 'campfire.gif' })
    const { app } = market.server
    for (const [url, name, type] of [
      [before, 'slow-swell.webm', 'video/webm'],
      [after, 'campfire.gif', 'image/gif'],
    ] as const) {
      const served = await app.inject({ url })
      expect([served.statusCode, served.headers['content-type']]).toEqual([200, type])
      expect(served.rawPayload.equals(readFileSync(join(folder, name)))).toBe(true)
    }
    expect(await films({ anim1: 'night-ferry.mp4', anim2: before })).toEqual([
      expect.stringMatching(/^\/static\/upload\/\w+\.mp4$/),
      before,
    ])

    const refused = (film: string) =>
      run('create', '--file', fileOf({ anim2: film }), '--why', 'asked for').catch(({ message, sentences }) => [message, sentences.zh])
    for (const [film, mime] of [
      ['bell-and-tide.mp3', 'audio/mpeg'],
      ['waves.mov', 'video/quicktime'],
    ] as const)
      expect(await refused(film)).toEqual([
        expect.stringContaining(`(${mime}) is nothing that an opening can show: take an MP4 or WebM film`),
        expect.stringContaining(`(${mime}) 无法在开盒时展示`),
      ])
    expect(await refused('/static/upload/bafkreigh2akiscaildc.webm')).toEqual([
      expect.stringContaining('is nothing that an opening can show'),
      expect.stringContaining('无法在开盒时展示'),
    ])
    expect(await refused('notes.txt')).toEqual([
      expect.stringMatching(/notes\.txt: This kind of file can’t be taken/),
      expect.stringMatching(/notes\.txt：不支持该文件类型/),
    ])
    expect(await refused('none.webm')).toEqual([expect.stringMatching(/none\.webm can't be read\.$/), expect.anything()])
  })

  it('holds items of the reveal operator, is paid with a ticket, and returns the undrawn ones', LONG, async () => {
    const print = await mintEdition(market, 'alice', { supply: 4n })
    await market.sync()
    const item = { collection: print.collection, tokenId: String(print.tokenId), amount: 3 }
    const ticket = { collection: print.collection, tokenId: String(print.tokenId), symbol: 'PRINT' }
    const { timestamp } = await market.testnet.publicClient.getBlock()
    const ends = new Date((Number(timestamp) + 3_600) * 1_000).toISOString()
    const id = idIn(await run('create', '--file', fileOf({ prizes: [item], money: { ticket }, price: '1', ends }), '--why', 'asked for'))
    const fill = () => run('fill', '--box', id, '--requests', '5', '--bond-each', '0.01', '--why', 'asked for')
    await expect(run('fill', '--box', id, '--requests', '5', '--why', 'asked for')).rejects.toMatchObject({
      message: expect.stringContaining('A box for tickets needs --bond-each'),
      sentences: { zh: expect.stringContaining('须填写每盒保证金') },
      field: 'bondEach',
    })
    await expect(fill()).rejects.toThrow(`The keeper ${revealOperator()} has 0 of 3 copies`)
    const args = [market.address('alice'), revealOperator(), print.tokenId, 3n, '0x'] as const
    await market.mined(
      await market
        .wallet('alice')
        .writeContract({ address: print.collection, abi: collection1155Abi, functionName: 'safeTransferFrom', args }),
    )
    await fill()
    await run('deposit', '--box', id, '--amount', '0.03', '--why', 'asked for')
    await market.sync()
    await market.approve('alice', print.collection)
    await openBoxes(market, 'alice', await boxOf(id))
    await drawAll(market)
    await expect(run('take-back', '--box', id, '--why', 'asked for')).rejects.toMatchObject({
      message: expect.stringMatching(/^The contract refuses: BoxNotEnded\(\d+\)\.$/),
      sentences: { zh: expect.stringMatching(/^合约拒绝：BoxNotEnded\(\d+\)。$/) },
    })
    await passTime(4_000)
    await run('take-back', '--box', id, '--why', 'asked for')
    const holds = () =>
      market.testnet.publicClient.readContract({
        address: print.collection,
        abi: collection1155Abi,
        functionName: 'balanceOf',
        args: [revealOperator(), print.tokenId],
      })
    expect(await holds()).toBe(2n)
    await market.sync()
    expect((await rows('show')).find((row) => row.box === Number(id))).toMatchObject({ state: 'over', opened: 1, price: '1 tickets' })
  })
})

describe('a sale that is stopped', () => {
  it('keeps the bond of what is awaited, gives back the rest, and goes on with a new one', LONG, async () => {
    const id = await offered()
    await openBoxes(market, 'bob', await boxOf(id))
    await market.sync()
    await run('stop', '--box', id, '--why', 'a wrong picture')
    await market.sync()
    expect((await detailOf(market, await boxOf(id))).bond).toBe(parseEther('0.1'))
    await expect(openBoxes(market, 'bob', await boxOf(id))).rejects.toMatchObject({ code: 'BOX_STOPPED' })
    await expect(run('stop', '--box', id, '--why', 'again')).rejects.toThrow('has no bond but for draws that are awaited')
    await drawAll(market)
    expect((await historyOf(market, await boxOf(id)))[0]).toMatchObject({ status: BOX_REQUEST_STATUS.DRAWN })
    await run('deposit', '--box', id, '--amount', '0.2', '--why', 'asked for')
    await openBoxes(market, 'bob', await boxOf(id))
    await drawAll(market)
    expect(await historyOf(market, await boxOf(id))).toHaveLength(2)
  })
})

describe('prizes of the market', () => {
  const series = async (kind: bigint, salt: bigint) => {
    const { prizeCollection: token } = market.testnet.contracts
    const { timestamp } = await market.testnet.publicClient.getBlock()
    return toBoxOrder({
      owner: toAddress(PEOPLE.alice.address),
      salt,
      buyAsset: coin(),
      opening: 1,
      repeat: true,
      buying: 10n,
      sellerFee: 250n,
      startTime: Number(timestamp),
      endTime: Number(timestamp) + 900,
      assetAmounts: [10],
      uris: ['/QmServed'],
      sellAssets: [{ token, tokenId: kind, assetType: ASSET_TYPE.MINTED }],
    })
  }

  it('[F-2] are minted by series of accounts that the operator serves, and the doctor names those of others', LONG, async () => {
    const { context } = market.server
    const chain = context.chains.get(market.chainId)
    const alice = market.wallet('alice')
    const kind = await addKinds(context, chain, ['/QmServed'])
    const register = async (salt: bigint) => {
      const args = [await series(kind, salt), commitmentOf(zeroHash), 1n, 1n] as const
      const call = { address: market.testnet.contracts.blindBox, abi: blindBoxAbi, functionName: 'register', args } as const
      await market.testnet.publicClient.simulateContract({ ...call, account: alice.account })
      await market.mined(await alice.writeContract(call))
    }
    const named = ['--chain', String(market.chainId), '--account', PEOPLE.alice.address, '--why', 'a partner']
    const said = async () =>
      (await examineBoxes(context, chain, revealOperator()))
        .map(({ state, says }) => `${state}: ${says.en}`)
        .filter((one) => one.includes('prizes'))
    await expect(register(1n)).rejects.toThrow('BoxPrizeInvalid')
    await run('serve', ...named)
    await register(1n)
    await market.sync()
    expect(await said()).toEqual([])
    await run('unserve', ...named)
    await expect(register(2n)).rejects.toThrow('BoxPrizeInvalid')
    expect(await said()).toEqual([expect.stringMatching(new RegExp(`^worry: .*no longer serves.*${toAddress(PEOPLE.alice.address)}`))])
  })
})

describe('a draw that was missed', () => {
  it('is listed with its buyer, and the series continues once it is recommitted', LONG, async () => {
    const { context } = market.server
    const chain = context.chains.get(market.chainId)
    const id = await offered()
    const opened = await boxOf(id)
    await expect(run('re-anchor', '--box', id, '--requests', '5', '--why', 'x')).rejects.toThrow(`No draw of box ${id} was missed`)
    await openBoxes(market, 'bob', opened, 2)
    await passTime(400)
    const ofBox = async (who = revealOperator()) =>
      (await examineBoxes(context, chain, who)).filter(({ state }) => state !== 'well').map(({ state, says }) => `${state}: ${says.en}`)
    expect(await ofBox()).toContainEqual(expect.stringMatching(new RegExp(`^ill: Draws of .*box ${id}\\b.* are awaited for 5 minutes`)))
    await expect(run('commit', '--box', id, '--requests', '5', '--why', 'asked for')).rejects.toThrow(
      'The contract refuses: BoxPending(2).',
    )
    await passTime(1_500)
    await drawBoxes.run(context)
    await market.sync()
    expect((await rows('missed')).find((row) => row.box === Number(id))).toMatchObject({
      request: 0,
      boxes: 2,
      buyer: toAddress(PEOPLE.bob.address),
      refund: (await historyOf(market, opened))[0]?.refundTx,
    })
    expect(await ofBox()).toContainEqual(expect.stringMatching(new RegExp(`^ill: A draw of .*box ${id}\\b.* was missed`)))
    await expect(run('commit', '--box', id, '--requests', '5', '--why', 'asked for')).rejects.toThrow(`A draw of box ${id} was missed`)
    await run('re-anchor', '--box', id, '--requests', '1', '--why', 'the keeper was off')
    await market.sync()
    expect((await ofBox()).filter((said) => said.includes('was missed'))).toEqual([])
    await openBoxes(market, 'bob', await boxOf(id))
    await drawAll(market)
    expect((await historyOf(market, await boxOf(id)))[0]).toMatchObject({ status: BOX_REQUEST_STATUS.DRAWN, request: 1 })
    expect(await ofBox()).toContainEqual(expect.stringMatching(new RegExp(`^worry: The secret words of .*box ${id}\\b.* are used up`)))
    await run('commit', '--box', id, '--requests', '3', '--why', 'asked for')
    await market.sync()
    expect((await detailOf(market, await boxOf(id))).requestsLeft).toBe(3)
  })

  it('is foreseen by the doctor: no key, another one, an empty balance', LONG, async () => {
    const { context } = market.server
    const chain = context.chains.get(market.chainId)
    const id = await offered()
    const said = async (who: Parameters<typeof examineBoxes>[2]) =>
      (await examineBoxes(context, chain, who)).map(({ state, says }) => `${state}: ${says.en}`)
    expect(await said(undefined)).toContainEqual(expect.stringMatching(/^ill: No key is named: give the role jobs/))
    const nobody = toAddress(`0x${'5e'.repeat(20)}`)
    expect(await said(nobody)).toContainEqual(expect.stringMatching(new RegExp(`^ill: ${nobody} does not own .*box ${id}\\b`)))
    expect(await said(nobody)).toContainEqual(expect.stringContaining(`ill: ${nobody} has 0 ETH to pay for reveals.`))
    expect(await said(revealOperator())).toContainEqual(expect.stringMatching(new RegExp(`^well: It owns .*box ${id}\\b`)))
  })
})

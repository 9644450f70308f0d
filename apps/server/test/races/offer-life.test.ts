import { ANY_ID } from '@plinth/protocol'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expireOrders } from '../../src/jobs/expire-orders.ts'
import { agree, agreeAtTheEnd, agreeNew } from '../acts/offer-agreement.ts'
import {
  BIDDERS,
  type Bidder,
  CHOICES,
  type Choice,
  COLOURS,
  canPay,
  drawOf,
  HOLDERS,
  HOUR_S,
  type Holder,
  hasOpen,
  heldBy,
  type Item,
  idsFor,
  isLive,
  isNewest,
  isOpen,
  isProposed,
  isThere,
  isTradable,
  KINDS,
  type Kind,
  keyOf,
  type Model,
  move,
  type Offer,
  type Rule,
  sell,
  smaller,
  unitsOf,
} from '../acts/offer-life.ts'
import { OfferStage, rootFor } from '../acts/offer-stage.ts'
import { TestMarket } from '../market/market.ts'
import { allow, sendMoney, takeDollars } from '../market/money.ts'
import { acceptOffer } from '../market/offers.ts'

const LONG = Boolean(process.env.PLINTH_LONG)
/** A share of the long run: as many lives, from this seed. */
const SHARE = Number(process.env.PLINTH_LIVES)
const RUNS = SHARE || (LONG ? 1_000 : 10)
/** At most: some fifty on average. */
const ACTS = 170
const [FEW_RUNS, FEW_ACTS] = [2, 10]
const SEED = Number(process.env.PLINTH_SEED ?? 0xc0ff)
const MOST_ITEMS = 5

type Real = { readonly stage: OfferStage }

let market: TestMarket
/** Count of each kind of act. */
const done = new Map<string, number>()
let lives = 0
beforeAll(async () => {
  market = await TestMarket.open()
})
afterAll(() => market.close())

/** One act: its precondition, its effect on the model, and on the market. A new or raised offer is returned. */
function act(
  kind: Kind,
  name: string,
  can: (model: Model) => boolean,
  run: (model: Model, stage: OfferStage) => Promise<unknown>,
): fc.AsyncCommand<Model, Real> {
  return {
    check: can,
    run: async (model, { stage }) => {
      const signed = (await run(model, stage)) as Offer | undefined
      if (signed?.order) await agreeNew(model, stage, signed)
      if (kind !== 'reorganise') await stage.note(model)
      done.set(kind, (done.get(kind) ?? 0) + 1)
      await agree(model, stage)
    },
    toString: () => `${kind}: ${name}`,
  }
}

const bidder = fc.constantFrom(...BIDDERS)
const holder = fc.constantFrom(...HOLDERS)
const colour = fc.constantFrom(...COLOURS)
/** One of however many there are. */
const which = fc.nat(99)
const at = <T>(all: readonly T[], place: number): T | undefined => all[place % Math.max(1, all.length)]
const price = fc.bigInt(1n, 500n).map((dollars) => dollars * 1_000_000n)
const dollars = fc.bigInt(0n, 1_500n).map((units) => units * 1_000_000n)
/** Few enough that most others remain. */
const seldom = fc.integer({ min: 0, max: 3 }).map((number) => number === 0)

const kindOf = (choice: Choice, isShort: boolean): Kind =>
  isShort ? 'make for an hour' : choice === 'all' || choice === 'any' ? `make for ${choice}` : 'make for a colour'
const rootOf = (model: Model, choice: Choice) => {
  const ids = idsFor(model, choice)
  return ids === undefined ? ANY_ID : ids.length === 0 ? undefined : rootFor(ids)
}
const openOf = (model: Model) => model.offers.filter((offer) => !offer.isExpired && isOpen(model, offer))
const liveOf = (model: Model) => model.offers.filter((offer) => isLive(model, offer))
/** One of these holders, an item of its and an offer that takes it. */
function fitting(model: Model, place: number, sellers: readonly Holder[]) {
  const all = liveOf(model).flatMap((offer) =>
    model.items.flatMap((item) =>
      sellers.filter((who) => who !== offer.maker && heldBy(model, who, item.tokenId) > 0n).map((seller) => ({ offer, item, seller })),
    ),
  )
  return at(
    all.filter(({ offer, item }) => isProposed(offer, item) && isTradable(model, item)),
    place,
  )
}

const make = fc.tuple(bidder, fc.constantFrom(...CHOICES), price, fc.bigInt(1n, 4n), seldom).map(([who, choice, unit, quantity, isShort]) =>
  act(
    kindOf(choice, isShort),
    `${who} for ${quantity} of ${choice} at ${unit}`,
    (model) => {
      const root = rootOf(model, choice)
      // No trait offer is taken while all items are alike.
      const isTrait = choice !== 'all' && choice !== 'any'
      const isApart = !isTrait || model.items.some((item) => isTradable(model, item) && item.colour !== choice)
      return root !== undefined && isApart && !hasOpen(model, who, root) && canPay(model, who, drawOf(unit, 1n))
    },
    async (model, stage) => {
      const expected = rootOf(model, choice)
      const offer = await stage.sign(model, who, { choice, price: unit, quantity, isShort })
      expect(offer.root).toBe(expected)
      model.offers.push(offer)
      return offer
    },
  ),
)

const raise = fc.tuple(which, fc.bigInt(2n, 3n)).map(([place, by]) => {
  const chosen = (model: Model) =>
    at(
      openOf(model).filter((offer) => isNewest(model, offer)),
      place,
    )
  return act(
    'raise',
    `offer ${place} to ${by} times`,
    (model) => {
      const offer = chosen(model)
      return offer !== undefined && canPay(model, offer.maker, drawOf(offer.price * by, 1n))
    },
    async (model, stage) => {
      const offer = chosen(model) as Offer
      await stage.raise(offer, offer.price * by)
      return offer
    },
  )
})

const accept = fc.tuple(which, fc.bigInt(1n, 3n), fc.boolean()).map(([place, most, isAnother]) => {
  const chosen = (model: Model) => fitting(model, place, isAnother ? BIDDERS : HOLDERS)
  return act(
    isAnother ? 'accept by another bidder' : 'accept',
    `${most} of ${place}`,
    (model) => chosen(model) !== undefined,
    async (model, stage) => {
      const { offer, item, seller } = chosen(model) as NonNullable<ReturnType<typeof fitting>>
      const most721 = model.isEdition ? most : 1n
      const units = smaller(most721, unitsOf(model, offer), heldBy(model, seller, item.tokenId))
      await acceptOffer(market, seller, { order: offer.order, root: offer.root, items: offer.ids?.length }, stage.at(item), units)
      sell(model, offer, seller, item.tokenId, units)
    },
  )
})

const cancel = which.map((place) =>
  act(
    'cancel',
    `offer ${place}`,
    (model) => openOf(model).length > 0,
    async (model, stage) => {
      const offer = at(openOf(model), place) as Offer
      await stage.cancel(offer)
      model.chain.cancelled[keyOf(offer)] = true
    },
  ),
)

const end = bidder.map((who) =>
  act(
    'end everything',
    who,
    (model) => openOf(model).some(({ maker }) => maker === who),
    async (model, stage) => {
      model.chain.epoch[who] = await stage.endEverything(who)
    },
  ),
)

const allowing = (kind: Kind, name: string, who: Bidder, amountFor: (model: Model) => bigint | undefined) =>
  act(
    kind,
    name,
    (model) => amountFor(model) !== undefined,
    async (model) => {
      const amount = amountFor(model) ?? 0n
      await allow(market, who, market.testnet.contracts.dollar, amount)
      model.chain.allowance[who] = amount
    },
  )

const MONEY = [
  fc.tuple(bidder, dollars).map(([who, amount]) => allowing('allow', `${who} ${amount}`, who, () => amount)),
  // What pays so many units of an offer, or one base unit less.
  fc.tuple(bidder, which, fc.bigInt(1n, 3n), fc.bigInt(0n, 1n)).map(([who, place, units, less]) =>
    allowing('allow to the unit', `${who} ${units} of ${place}, less ${less}`, who, (model) => {
      const own = openOf(model).filter(({ maker }) => maker === who)
      const offer = at(own, place)
      return offer && drawOf(offer.price, units) - less
    }),
  ),
  fc.tuple(bidder, dollars).map(([who, left]) =>
    act(
      'spend',
      `${who} has ${left} left`,
      ({ chain }) => chain.balance[who] > left,
      async ({ chain }) => {
        await sendMoney(market, who, 'eve', market.testnet.contracts.dollar, chain.balance[who] - left)
        chain.balance[who] = left
      },
    ),
  ),
  fc.tuple(bidder, dollars).map(([who, more]) =>
    act(
      'earn',
      `${who} ${more}`,
      ({ chain }) => chain.balance[who] < more,
      async ({ chain }) => {
        await takeDollars(market, who, more)
        chain.balance[who] += more
      },
    ),
  ),
]

const ITEMS = [
  fc.tuple(which, colour).map(([place, next]) =>
    act(
      'paint',
      `item ${place} ${next}`,
      (model) => model.items.some((item) => isThere(model, item)),
      async (model, stage) =>
        stage.paint(
          at(
            model.items.filter((item) => isThere(model, item)),
            place,
          ) as Item,
          next,
        ),
    ),
  ),
  colour.map((hue) =>
    act(
      'mint',
      hue,
      ({ items }) => items.length < MOST_ITEMS,
      async (model, stage) => stage.mint(model, hue),
    ),
  ),
  fc.tuple(which, holder).map(([place, who]) => {
    const chosen = (model: Model) =>
      at(
        model.items.filter(({ tokenId }) => heldBy(model, who, tokenId) > 0n),
        place,
      )
    return act(
      'burn',
      `item ${place} of ${who}`,
      (model) => chosen(model) !== undefined,
      async (model, stage) => {
        const item = chosen(model) as Item
        await stage.burn(who, item)
        move(model, who, undefined, item.tokenId, 1n)
      },
    )
  }),
  fc.tuple(which, holder, holder, fc.bigInt(1n, 3n)).map(([place, from, to, most]) => {
    const chosen = (model: Model) =>
      at(
        model.items.filter(({ tokenId }) => heldBy(model, from, tokenId) > 0n),
        place,
      )
    return act(
      'send',
      `${most} of item ${place} from ${from} to ${to}`,
      (model) => from !== to && chosen(model) !== undefined,
      async (model, stage) => {
        const item = chosen(model) as Item
        const units = smaller(most, heldBy(model, from, item.tokenId))
        await stage.send(from, to, item, units)
        move(model, from, to, item.tokenId, units)
      },
    )
  }),
  fc.tuple(which, fc.constantFrom<Rule>('is_hidden', 'is_locked')).map(([place, rule]) =>
    act(
      'hide or stop',
      `${rule} for item ${place}`,
      (model) => model.items.some((item) => isTradable(model, item)),
      async (model, stage) =>
        stage.rule(
          at(
            model.items.filter((item) => isTradable(model, item)),
            place,
          ) as Item,
          rule,
        ),
    ),
  ),
  which.map((place) =>
    act(
      'release',
      `item ${place}`,
      (model) => model.items.some(({ rule }) => rule !== undefined),
      async (model, stage) =>
        stage.rule(
          at(
            model.items.filter(({ rule }) => rule !== undefined),
            place,
          ) as Item,
          undefined,
        ),
    ),
  ),
]

const WAIT = fc.constant(
  act(
    'wait',
    'an hour',
    (model) => openOf(model).some(({ isShort }) => isShort),
    async (model) => {
      const { timestamp } = await market.testnet.publicClient.getBlock()
      await market.testnet.setNextBlockTimestamp(Number(timestamp) + HOUR_S + 1)
      await market.testnet.mine(1)
      await market.sync()
      await expireOrders.run(market.server.context)
      for (const offer of model.offers) if (offer.isShort) offer.isExpired = true
    },
  ),
)

const REORGANISE = fc.integer({ min: 1, max: 3 }).map((back) =>
  act(
    'reorganise',
    `${back} acts`,
    ({ past }) => past.length > back,
    async (model) => {
      const kept = model.past.splice(-back, back) && model.past.at(-1)
      if (!kept) throw new Error('There is a block to go back to')
      const { testnet } = market
      // While anvil replaces blocks, it answers from other states: the index looks again when it is done.
      await market.indexers.stop()
      const { number: head, timestamp } = await testnet.publicClient.getBlock()
      if (head > kept.block) await testnet.reorg(Number(head - kept.block))
      // Another branch is no earlier: what has expired stays so.
      await testnet.setNextBlockTimestamp(Number(timestamp) + 1)
      await testnet.mine(1)
      await market.follow()
      model.chain = structuredClone(kept.chain)
    },
  ),
)

async function live(commands: Iterable<fc.AsyncCommand<Model, Real>>, isEdition: boolean): Promise<void> {
  const { stage, model } = await OfferStage.open(market, `Life ${lives++}`, isEdition)
  await fc.asyncModelRun(() => ({ model, real: { stage } }), commands)
  await agreeAtTheEnd(model, stage)
  await stage.close(model)
}

const livesOf = (acts: number) => {
  const all = [make, make, make, make, accept, accept, accept, raise, cancel, end, ...MONEY, ...ITEMS, WAIT, REORGANISE, REORGANISE]
  return fc.asyncProperty(fc.commands(all, { maxCommands: acts, size: 'max' }), fc.boolean(), live)
}

describe('any life of offers for sets: what is listed can be sold to on chain, and nothing else', () => {
  it('[COFF-05] holds for a few lives', { timeout: 60_000 }, async () => {
    await fc.assert(livesOf(FEW_ACTS), { numRuns: FEW_RUNS, seed: SEED, endOnFailure: true })
  })

  it('[COFF-05] holds for many', { timeout: RUNS * 120_000, tags: 'more' }, async () => {
    await fc.assert(livesOf(ACTS), { numRuns: RUNS, seed: SEED, endOnFailure: true })
    expect(KINDS.filter((kind) => !done.has(kind))).toEqual([])
    // Skips impossible acts.
    const acts = [...done.values()].reduce((sum, times) => sum + times, 0)
    expect(acts).toBeGreaterThan(RUNS * 4)
    console.log(`${lives} lives, ${acts} acts, seed ${SEED}`)
  })
})

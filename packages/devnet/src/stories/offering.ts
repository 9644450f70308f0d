import type { AttributeChoice } from '@plinth/api'
import { type Address, criteriaBidTypedData, LOCAL_CHAIN_ID, moneyOf, orderDomain, parseUnits, payAmount } from '@plinth/protocol'
import type { Acts } from './acts.ts'
import { inBatches } from './batches.ts'
import { findDrift } from './drift.ts'
import type { FindPerson } from './exhibition.ts'
import type { Person } from './person.ts'
import { approveMoney, assetTypeIn } from './trading.ts'

type PlannedOffer = {
  readonly account: string
  /** In wrapped coin. */
  readonly unitPrice: string
  readonly quantity: bigint
  /** None for all works. */
  readonly attributes: readonly AttributeChoice[]
}

/** For works of the series Drift, below its floor; rare traits are worth more. An account has one offer for each set. */
const OFFERS: readonly PlannedOffer[] = [
  { account: 'dan', unitPrice: '0.142', quantity: 5n, attributes: [] },
  { account: 'zhangwei', unitPrice: '0.135', quantity: 20n, attributes: [] },
  { account: 'eve', unitPrice: '0.31', quantity: 2n, attributes: [{ key: 'Palette', values: ['Gold'] }] },
  { account: 'bob', unitPrice: '0.22', quantity: 3n, attributes: [{ key: 'Wind', values: ['Spiral'] }] },
  { account: 'alice', unitPrice: '0.155', quantity: 4n, attributes: [{ key: 'Palette', values: ['Ink', 'Moss'] }] },
]
const COIN_DECIMALS = 18
/** Two cores handle no more at a time. */
const PEOPLE_AT_ONCE = 2

const offerAct = ({ account, attributes }: PlannedOffer) => `offer:${account}:${attributes.map(({ key }) => key).join() || 'all'}`

export const offerActs = (): string[] => OFFERS.map(offerAct)

/** After all that these accounts buy or bid: an offer sets the allowance of its money. */
export async function makeOffers(personOf: FindPerson, acts: Acts): Promise<void> {
  const collection = await findDrift(personOf)
  await inBatches(OFFERS, PEOPLE_AT_ONCE, (planned) =>
    acts.play(offerAct(planned), () => offerFor(personOf(planned.account, LOCAL_CHAIN_ID), collection, planned)),
  )
}

/** Approves the market for all of it, signs the offer, and submits it to the market. */
async function offerFor(person: Person, collection: Address, planned: PlannedOffer): Promise<void> {
  const { api, wallet, chain, address } = person
  const { chainId } = chain.chain
  const { wrappedCoin, exchange } = chain.contracts
  const unitPrice = parseUnits(planned.unitPrice, COIN_DECIMALS)
  const asked = { maker: address, collection, payToken: wrappedCoin, unitPrice, quantity: planned.quantity, chainId }
  const { root, salt, sellerFee, buyerFee, digest, assetType } = await api.offer.prepare({ ...asked, attributes: [...planned.attributes] })
  const { committed } = await api.paytoken.committed({ token: wrappedCoin, chainId })
  await approveMoney(person, wrappedCoin, payAmount(unitPrice, planned.quantity, BigInt(buyerFee)) + committed)
  const order = {
    owner: address,
    salt,
    sellAsset: moneyOf(wrappedCoin),
    buyAsset: { token: collection, tokenId: BigInt(root), assetType: assetTypeIn(assetType) },
    selling: unitPrice * planned.quantity,
    buying: planned.quantity,
    sellerFee: BigInt(sellerFee),
  }
  const signature = await wallet.signTypedData(criteriaBidTypedData(order, orderDomain(chainId, exchange)))
  await api.offer.add({ ...asked, root, salt, digest, signature })
}

import { exchangeAbi } from '@plinth/protocol/abi'
import { type Address, encodeFunctionData, type Hex, hexToBytes, zeroAddress } from 'viem'
import { type Arena, FEE, OPTIMIZED, PRICE, ROOT, ROYALTY } from './arena.ts'
import { type Change, compile } from './compile.ts'
import { memberOf } from './crowd.ts'
import { deployExchange, NONE, type Order, saleLegs, saleOf } from './plinth-market.ts'
import { signHash } from './signing.ts'

/** The extra cost of a fill for an ability of the exchange that this fill does not use. */
export interface Ability {
  name: string
  /** Gas of buying an ERC721 for coin with a fee, and of accepting a bid with fee and royalty. */
  buy: number
  accept: number
}

const FOLDER = 'contracts/src/exchange'
const EXCHANGE = `${FOLDER}/Exchange.sol`
const SETTLEMENT = `${FOLDER}/Settlement.sol`
const SPENDING = `${FOLDER}/Spending.sol`
const DELEGATION = `    fallback(bytes calldata data) external payable returns (bytes memory) {
        if (!LowLevelCall.delegatecallNoReturn(module, data)) LowLevelCall.bubbleRevert();
        return LowLevelCall.returnData();
    }
`
const SWEEP = `        if (state < SWEEPING + due) revert IExchange.ExchangeValueWrong(state - SWEEPING, due);
        return state - due;`

/** Each is the exchange without the ability. */
const WITHOUT: readonly { name: string; changes: readonly Change[] }[] = [
  {
    name: 'kinds of orders: criteria bids, private sales',
    changes: [
      { file: EXCHANGE, find: 'order.hashByTerms(msg.sender)', replace: 'order.hash()' },
      { file: EXCHANGE, find: 'bool isOfMany = key.salt.terms() == Orders.CRITERIA;', replace: 'bool isOfMany = false;' },
    ],
  },
  {
    name: 'epochs: ending everything',
    changes: [
      {
        file: SPENDING,
        find: 'if (number >= Epochs.NUMBERS && _epoch.isOver(owner_, number)) revert IExchange.ExchangeOrderSpent(owner_, number);',
        replace: '',
      },
    ],
  },
  {
    name: 'orders that the module has checked',
    changes: [{ file: EXCHANGE, find: 'bool isChecked = state >= MAKER_CHECKED;', replace: 'bool isChecked = false;' }],
  },
  {
    name: 'the most royalty that a sale names',
    changes: [{ file: SETTLEMENT, find: 'if (trade.mostRoyalty != 0) _checkRoyalty(trade, recipients, amounts);', replace: '' }],
  },
  { name: 'delegation: all other forms, in the module', changes: [{ file: EXCHANGE, find: DELEGATION, replace: '' }] },
  {
    name: 'sweeps: several fills that share the coin of a call',
    changes: [
      { file: SETTLEMENT, find: SWEEP, replace: '        revert IExchange.ExchangeValueWrong(msg.value, due);' },
      {
        file: SETTLEMENT,
        find: '        if (!isSweep) return _payCoin(to, amount);\n',
        replace: '        return _payCoin(to, amount);\n',
      },
      { file: SETTLEMENT, find: 'if (isSweep && OwedMoney.addIfNoted(payee, amount)) return true;', replace: '' },
      { file: SETTLEMENT, find: 'if (isSweep && arrives) OwedMoney.note(payee);', replace: '' },
    ],
  },
  {
    name: 'lots: a part of an order',
    changes: [{ file: SPENDING, find: '        if (quantity > 1) {', replace: '        if (false) {' }],
  },
  {
    name: 'items that are minted at settlement',
    changes: [
      { file: SETTLEMENT, find: 'item.assetType == AssetTypes.MINTED ? _takeMinted() : item.assetType;', replace: 'item.assetType;' },
    ],
  },
  {
    name: 'bids for at least what the caller names',
    changes: [
      {
        file: SETTLEMENT,
        find: 'if (rest < _leastProceeds) revert IExchange.ExchangeProceedsBelowLeast(rest, _leastProceeds);',
        replace: '',
      },
    ],
  },
  {
    name: 'pauses',
    changes: [
      {
        file: 'contracts/src/fees/Fees.sol',
        find: '        Slot storage slot = _slot;\n        if (slot.paused != 0 && block.timestamp < _pause.until) revert FeesPaused(_pause.until);',
        replace: '        Slot storage slot = _slot;',
      },
    ],
  },
]

/** The exchange without each of its abilities, compared with the full one. */
export async function measureAbilities(arena: Arena): Promise<Ability[]> {
  const whole = await measure(arena, [])
  const abilities: Ability[] = []
  for (const { name, changes } of WITHOUT) {
    const without = await measure(arena, changes)
    abilities.push({ name, buy: whole.buy - without.buy, accept: whole.accept - without.accept })
  }
  return abilities
}

async function measure(arena: Arena, changes: readonly Change[]): Promise<Omit<Ability, 'name'>> {
  const [contract] = compile({ settings: OPTIMIZED, contracts: [`${EXCHANGE}:Exchange`], root: ROOT, changes })
  if (!contract) throw new Error('no exchange was compiled')
  return arena.undone(async () => {
    const exchange = await deployExchange(arena, 250n, contract)
    // The bitmap word is in use: by the documented call, which every variant has.
    await arena.send('Alice', exchange, exchangeAbi, 'cancel', [saleOf(arena.people.alice, 255n, arena.plain, 1n, 3, 250n).key])
    return { buy: await buy(arena, exchange), accept: await accept(arena, exchange) }
  })
}

async function buy(arena: Arena, exchange: Address): Promise<number> {
  const { alice, bob } = arena.people
  const id = await arena.give(arena.plain, alice)
  const order = saleOf(alice, 1n, arena.plain, id, 3, 250n)
  const args = await fillOf(arena, exchange, order, 1n)
  const act = () => arena.send('Bob', exchange, exchangeAbi, 'exchange', args, PRICE + FEE)
  return (await arena.trade(act, { ...saleLegs(arena, exchange, {}), items: [[arena.plain, id, bob]] })) + zerosOf(args)
}

async function accept(arena: Arena, exchange: Address): Promise<number> {
  const { alice, bob, carol, eve } = arena.people
  const id = await arena.give(arena.royal, bob)
  const paid = { token: arena.weth, tokenId: 0n, assetType: 1 }
  const key = { owner: alice, salt: (250n << 160n) | 2n, sellAsset: paid, buyAsset: { token: arena.royal, tokenId: id, assetType: 3 } }
  const args = await fillOf(arena, exchange, { key, selling: PRICE, buying: 1n, sellerFee: 250n }, PRICE)
  const gas = await arena.trade(() => arena.send('Bob', exchange, exchangeAbi, 'exchange', args), {
    seller: [bob, PRICE - FEE - ROYALTY],
    creator: [carol, ROYALTY],
    fees: [eve, 2n * FEE],
    buyer: [alice, -PRICE - FEE],
    token: arena.weth,
    items: [[arena.royal, id, alice]],
  })
  return gas + zerosOf(args)
}

async function fillOf(arena: Arena, exchange: Address, order: Order, amount: bigint) {
  const digest = await arena.read<Hex>(exchange, exchangeAbi, 'digest', [order])
  return [order, await signHash(digest, memberOf('Alice').privateKey), 250n, NONE, amount, zeroAddress] as const
}

/** Gas saved by zero bytes of the calldata: their number in signatures and ids is random. */
function zerosOf(args: Awaited<ReturnType<typeof fillOf>>): number {
  const data = encodeFunctionData({ abi: exchangeAbi, functionName: 'exchange', args })
  return hexToBytes(data).filter((byte) => byte === 0).length * ZERO_SAVES
}

/** 16 gas for a byte of calldata, 4 for a zero (EIP-2028). */
const ZERO_SAVES = 12

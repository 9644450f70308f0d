import { ASSET_TYPE, type ExchangeOrder, formatUnits, isAddress, MAX_UINT256, shortAddress } from '@plinth/protocol'
import {
  auctionExchangeAbi,
  blindBoxAbi,
  collection721Abi,
  collection1155Abi,
  collectionFactoryAbi,
  exchangeAbi,
  manyTransfersAbi,
  wrappedCoinAbi,
} from '@plinth/protocol/abi'
import { type Abi, decodeFunctionData, toFunctionSelector } from 'viem'
import { t } from '../../i18n/translate.ts'
import { describeSigned } from './describe-signed.ts'
import type { Plain } from './plain.ts'
import type { Question } from './question.ts'
import { isRead, saysOf } from './says.ts'
import { findToken } from './token-facts.ts'

/** Calls that have a sentence. */
const ACTS = [
  'exchange',
  'acceptBid',
  'acceptBids',
  'acceptCriteriaBid',
  'sweep',
  'sweepWith',
  'transferMany',
  'cancel',
  'mint',
  'cancelMany',
  'endEverything',
  'create721',
  'addSigner',
  'freezeTokenURIPrefix',
  'setApprovalForAll',
  'approve',
  'safeTransferFrom',
  'transferFrom',
  'burn',
  'deposit',
  'withdraw',
] as const

/** The auction contract's own, by their whole signature: `exchange` and `acceptBid` are called as in the other. */
const AUCTION: Abi = auctionExchangeAbi
const AUCTION_CALLS = AUCTION.filter((part) => part.type === 'function' && ['exchange', 'acceptBid', 'voidBids'].includes(part.name))
/** The box contract's, likewise: both forms of `open`. */
const BOX_CALLS = { open: 'openBox', refund: 'refundBox', collect: 'collect', claim: 'claimMoney', claimTokens: 'claimMoney' } as const
const ABIS: readonly Abi[] = [wrappedCoinAbi, exchangeAbi, collection721Abi, collection1155Abi, collectionFactoryAbi, manyTransfersAbi]
const KNOWN: Abi = ABIS.flat()

export function describe(question: Question): Plain {
  switch (question.kind) {
    case 'connect':
      return { title: t('demoWallet.connectTitle'), note: t('demoWallet.connectText'), lines: [], yes: t('demoWallet.approve') }
    case 'text':
      return { title: t('demoWallet.textTitle'), note: t('demoWallet.textText'), lines: [], text: question.text, yes: t('demoWallet.sign') }
    case 'network':
      return {
        title: t('demoWallet.networkTitle'),
        note: t('demoWallet.networkText', { network: question.network.name }),
        lines: [],
        yes: t('demoWallet.approve'),
      }
    case 'typedData':
      return { ...describeTypedData(question), says: saysOf(question) }
    case 'transaction':
      return { ...describeTransaction(question), says: saysOf(question) }
  }
}

function describeTransaction({ request, tokens, feeWei, network }: Extract<Question, { kind: 'transaction' }>): Plain {
  const coin = (wei: bigint, digits?: number) => `${formatUnits(wei, 18, digits, 'half')} ${network.symbol}`
  const { act, receiver, allows } = readCall(request.data)
  return {
    title: t('demoWallet.transactionTitle'),
    lines: [
      { label: t('demoWallet.act'), value: t(`demoWallet.acts.${act}`) },
      ...(receiver === undefined ? [] : [{ label: t('demoWallet.receiver'), value: shortAddress(receiver) }]),
      ...(allows
        ? [
            { label: t('demoWallet.spender'), value: shortAddress(allows.spender) },
            { label: t('demoWallet.mayTake'), value: allowedText(allows.what, findToken(tokens, request.to)) },
          ]
        : []),
      { label: t('demoWallet.to'), value: request.to ? shortAddress(request.to) : t('demoWallet.deploys') },
      { label: t('demoWallet.pays'), value: coin(BigInt(request.value ?? '0x0')) },
      { label: t('demoWallet.fee'), value: coin(feeWei, 6) },
      { label: t('demoWallet.network'), value: network.name },
    ],
    yes: t('demoWallet.send'),
  }
}

type BoxAct = (typeof BOX_CALLS)[keyof typeof BOX_CALLS]
type Act = (typeof ACTS)[number] | BoxAct | 'settleAuction' | 'voidBids' | 'transfer' | 'unknown'

/** `all` and `none`: every item of a collection, or none any more. */
type Allowed = bigint | 'all' | 'none'

function allowedText(what: Allowed, token: ReturnType<typeof findToken>): string {
  if (typeof what === 'string') return t(what === 'all' ? 'demoWallet.allWorks' : 'demoWallet.noWorks')
  if (what === MAX_UINT256) return t('demoWallet.noLimit')
  return token ? `${formatUnits(what, token.decimals)} ${token.symbol}` : what.toString()
}

/** What a call does, who gets the item where it is given away, and what another account may take from then on. */
function readCall(data: `0x${string}` | undefined): { act: Act; receiver?: string; allows?: { spender: string; what: Allowed } } {
  if (data === undefined || data === '0x') return { act: 'transfer' }
  const selector = data.slice(0, 10)
  const auction = AUCTION_CALLS.find((part) => part.type === 'function' && toFunctionSelector(part) === selector)
  if (auction?.type === 'function') return { act: auction.name === 'voidBids' ? 'voidBids' : 'settleAuction' }
  const box = boxActOf(selector)
  if (box) return { act: box }
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi: KNOWN, data })
    const act = ACTS.find((known) => known === functionName) ?? 'unknown'
    if (act === 'exchange' && isBid(args[0] as ExchangeOrder)) return { act: 'acceptBid' }
    const spender = String(args[0]).toLowerCase()
    if (act === 'approve') return { act, allows: { spender, what: BigInt(args[1] as bigint) } }
    if (act === 'setApprovalForAll') return { act, allows: { spender, what: args[1] === true ? 'all' : 'none' } }
    return act === 'safeTransferFrom' || act === 'transferFrom' ? { act, receiver: String(args[1]).toLowerCase() } : { act }
  } catch {
    return { act: 'unknown' }
  }
}

function boxActOf(selector: string): BoxAct | undefined {
  const part = blindBoxAbi.find((one) => one.type === 'function' && one.name in BOX_CALLS && toFunctionSelector(one) === selector)
  return part?.type === 'function' ? BOX_CALLS[part.name as keyof typeof BOX_CALLS] : undefined
}

const isBid = ({ key }: ExchangeOrder): boolean => key.sellAsset.assetType === ASSET_TYPE.ERC20

function describeTypedData(question: Extract<Question, { kind: 'typedData' }>): Plain {
  const { data, tokens } = question
  // The sentences name each order; raw leaves are for a tree that could not be read.
  if (data.primaryType === 'BulkOrder' && isRead(question))
    return { title: t('demoWallet.bulkTitle'), note: t('demoWallet.bulkText'), lines: [], yes: t('demoWallet.sign') }
  const known = describeSigned(data, tokens)
  if (known) return known
  const lines = Object.entries(data.message).map(([label, value]) => ({ label, value: valueText(value) }))
  return { title: t('demoWallet.typedTitle'), note: t('demoWallet.typedText'), lines, yes: t('demoWallet.sign') }
}

function valueText(value: unknown): string {
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return isAddress(text.toLowerCase()) ? shortAddress(text) : text
}

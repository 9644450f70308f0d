import { z } from 'zod'
import { type Calls, call, publicRead } from '../call.ts'
import { LANGUAGE_CODES } from '../languages.ts'
import { chainField, Empty, pageFields, pageOf, record } from '../schemas/page.ts'
import {
  AccountValue,
  PortfolioCollection,
  PortfolioItem,
  PortfolioListing,
  PortfolioSort,
  PortfolioSummary,
  PortfolioTrade,
  PortfolioWallets,
  Statement,
  WalletPermit,
} from '../schemas/portfolio.ts'
import { limitField } from '../schemas/statistics.ts'
import { address, chainItem, count, flag, hex, listOf, text } from '../schemas/wire.ts'

/** The `next` of the page before. */
const cursor = z.string().regex(/^[\w-]{1,500}$/, 'not a cursor of this list')
/** As the time zone database names it. */
const timeZone = text(64, 1)
const year = z.codec(count, z.int().min(2_015).max(2_200), { decode: (value) => value, encode: (value) => value })
const month = z.codec(count, z.int().min(1).max(12), { decode: (value) => value, encode: (value) => value })
/** One of the caller’s wallets; absent for all of them together. */
const ofWallet = { wallet: ['wallet', address.optional()] } as const
const WHOSE_ERRORS = ['BAD_ARGUMENT_VALUE'] as const
const items = { items: ['items', listOf(chainItem, 100)] } as const

const portfolio = {
  summary: call('/portfolio/summary', {
    about:
      'What the works of the caller’s wallets are worth, and what it spent, earned, paid in fees and gas and gained, for each money and in all.',
    auth: 'login',
    request: record({ ...ofWallet, ...chainField }),
    response: PortfolioSummary,
    errors: ['BAD_ARGUMENT_VALUE', 'LIST_NOT_READY'],
  }),
  value: publicRead('/portfolio/value', {
    cost: 'search',
    about:
      'What the visible works of any account are worth by the floors of their collections, in each money and in all; works of unknown collections that others sent it never count.',
    auth: 'open',
    request: record({ address: ['address', address], ...chainField }),
    response: AccountValue,
    errors: ['LIST_NOT_READY'],
  }),
  collections: call('/portfolio/collections', {
    about: 'Collections of which the caller holds works, most works first, at most 1,000.',
    auth: 'login',
    request: record({ ...ofWallet, ...chainField }),
    response: z.array(PortfolioCollection),
    errors: WHOSE_ERRORS,
  }),
  items: call('/portfolio/items', {
    about: 'Works that the caller holds, with what it paid, the floor, the best offer and its own price. Rows without a value come last.',
    auth: 'login',
    request: record({
      collection: ['collection', address.optional()],
      isListed: ['listed', flag.optional()],
      hasOffer: ['hasOffer', flag.optional()],
      words: ['words', text(100).optional()],
      /** those behind "Hidden" instead of the others */
      isHidden: ['hidden', flag.optional()],
      sort: ['sort', PortfolioSort.optional()],
      isAscending: ['ascending', flag.optional()],
      cursor: ['cursor', cursor.optional()],
      limit: limitField(100),
      ...ofWallet,
      ...chainField,
    }),
    response: z.object({ list: z.array(PortfolioItem), total: count, next: z.string().optional() }),
    errors: ['BAD_ARGUMENT_VALUE'],
  }),
  listings: call('/portfolio/listings', {
    about: 'The caller’s open listings with what is wrong with them; those with a warning come first.',
    auth: 'login',
    request: record({ ...pageFields(), ...ofWallet, ...chainField }),
    response: pageOf(PortfolioListing),
    errors: WHOSE_ERRORS,
  }),
  trades: call('/portfolio/trades', {
    about: 'The caller’s trades of a year, and royalties that it got, newest first.',
    auth: 'login',
    request: record({
      year: ['year', year],
      timeZone: ['timeZone', timeZone],
      cursor: ['cursor', cursor.optional()],
      limit: limitField(100),
      ...ofWallet,
      ...chainField,
    }),
    response: z.object({ list: z.array(PortfolioTrade), next: z.string().optional() }),
    errors: ['BAD_ARGUMENT_VALUE', 'LIST_NOT_READY'],
  }),
  statement: call('/portfolio/statement', {
    about: 'The same as a CSV file with sums at its end, of a year or a month; at most 10,000 rows.',
    auth: 'login',
    request: record({
      year: ['year', year],
      month: ['month', month.optional()],
      timeZone: ['timeZone', timeZone],
      language: ['language', z.enum(LANGUAGE_CODES)],
      ...ofWallet,
      ...chainField,
    }),
    response: Statement,
    errors: ['BAD_ARGUMENT_VALUE', 'LIST_NOT_READY'],
  }),
  hide: call('/portfolio/hide', {
    about: 'The caller sees these works behind "Hidden" alone; other accounts see them as before. At most 10,000 choices.',
    auth: 'login',
    request: record(items),
    response: Empty,
    errors: ['BAD_ARGUMENT_VALUE'],
  }),
  unhide: call('/portfolio/unhide', {
    about: 'Shows these works among the caller’s others, also those of unknown collections.',
    auth: 'login',
    request: record(items),
    response: Empty,
    errors: ['BAD_ARGUMENT_VALUE'],
  }),
  wallets: call('/portfolio/wallets', {
    about: 'Wallets that the caller sees in its portfolio beside its own, and accounts that see the caller’s wallet in theirs.',
    auth: 'login',
    request: record({}),
    response: PortfolioWallets,
  }),
  walletprepare: call('/portfolio/walletprepare', {
    about: 'The EIP-4361 text by which a wallet lets the caller see it; it names both, is valid for five minutes, and is no sign-in.',
    auth: 'login',
    request: record({
      wallet: ['wallet', address],
      /** the page that asks: an origin of this site, the first one where absent */
      url: ['url', text(300).optional()],
      ...chainField,
    }),
    response: WalletPermit,
    errors: ['BAD_ARGUMENT_VALUE'],
  }),
  walletadd: call('/portfolio/walletadd', {
    cost: 'signature',
    about: 'The caller sees this wallet in its portfolio, by the signature of the wallet under that text; at most 10 of them.',
    auth: 'login',
    request: record({ wallet: ['wallet', address], message: ['message', text(4_000)], signature: ['signature', hex()] }),
    response: Empty,
    errors: [
      'LOGIN_REPLAYED',
      'LOGIN_EXPIRED',
      'SERVER_CLOCK',
      'LOGIN_BAD_SIGNATURE',
      'LOGIN_BAD_MESSAGE',
      'CHAIN_UNREACHABLE',
      'BAD_ARGUMENT_VALUE',
    ],
  }),
  walletremove: call('/portfolio/walletremove', {
    about: 'The caller no longer sees this wallet in its portfolio.',
    auth: 'login',
    request: record({ wallet: ['wallet', address] }),
    response: Empty,
  }),
  walletdeny: call('/portfolio/walletdeny', {
    about: 'Ends that an account sees the caller’s wallet in its portfolio.',
    auth: 'login',
    request: record({ account: ['account', address] }),
    response: Empty,
  }),
} satisfies Calls

/** Apart from the calls of visitor pages, so that the first view does not carry it. */
export const PORTFOLIO_CALLS = { portfolio } as const

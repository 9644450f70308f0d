import {
  commitSeries,
  createSeries,
  depositSeries,
  fillSeries,
  listMissed,
  listSeries,
  recommitSeries,
  type SeriesRow,
  serveAccount,
  showSeries,
  stopSeries,
  takeBackSeries,
} from '../../modules/boxes/service.ts'
import { command, commandGroup } from '../command.ts'
import { address, id, needed, optional, path, series, whole, words } from '../options.ts'
import { readSeries } from '../series-file.ts'

const named = { box: needed(id, 'its id, as `box show` lists it') }
const requests = needed(whole(1, 100_000), 'for how many openings it has secret words')
const amount = words(80, 1, 'AMOUNT')
const served = { chain: needed(id, 'the id of its chain'), account: needed(address, 'who owns the series') }
const sends = { takesRevealOperator: true } as const

export const box = commandGroup('Blind boxes, from the first prize to the last. What changes a chain is sent by the keeper’s key.', {
  show: command({
    about: 'Shows all series, or one with its kinds.',
    options: { box: optional(id, 'one of them') },
    why: 'never',
    run: async ({ context }, { box: one }) => {
      if (one === undefined) return (await listSeries(context)).map(rowOf)
      const { series, kinds } = await showSeries(context, one)
      const facts = Object.entries(rowOf(series)).map(([what, is]) => ({ what, is: String(is) }))
      return [
        ...facts,
        ...kinds.map(({ name, remaining, amount: of }, place) => ({ what: `kind ${place}`, is: `${name}, ${remaining} of ${of} left` })),
      ]
    },
  }),
  create: command({
    about: 'Stores a series as a file describes it (docs/operating.md has an example). Nobody sees it before it is filled.',
    options: {
      file: optional(path, 'the JSON that describes it, with its pictures beside it'),
      series: optional(series, 'that JSON itself, in place of a file; its pictures are of this site then'),
    },
    why: 'needed',
    ...sends,
    run: async ({ context, operator }, from) => {
      const { id: made, name, boxes } = await createSeries(context, operator, await readSeries(context, from))
      return `Box ${made}, ${name}, is stored: ${boxes} boxes. \`box fill --box ${made}\` puts it on the chain.`
    },
  }),
  missed: command({
    about: 'Shows draws that were never made, so that the buyer had all back and the bond.',
    options: {},
    why: 'never',
    run: async ({ context }) =>
      (await listMissed(context)).map(({ boxId, name, at, refundTx, ...draw }) => ({
        box: boxId,
        name,
        ...draw,
        refund: refundTx,
        at: new Date(at * 1_000).toISOString(),
      })),
  }),
  fill: command({
    about: 'Puts one on the chain with its first secret words; works in it move from the keeper into the contract.',
    options: {
      ...named,
      requests,
      bondEach: optional(
        amount,
        'what a missed draw costs for each box, in its money; the price without it. At the worth of the dearest prize a missed draw never pays. Tickets need it, in coin',
      ),
    },
    why: 'needed',
    ...sends,
    run: async ({ context, operator }, { box: one, ...first }) => {
      const { name } = await fillSeries(context, operator, one, first)
      return `Box ${one}, ${name}, is on the chain. It can be opened once it has a bond: \`box deposit --box ${one}\`.`
    },
  }),
  deposit: command({
    about: 'Puts up a bond, out of which whoever waits for a missed draw is paid; boxes can be opened as far as it goes.',
    options: { ...named, amount: needed(amount, 'in its money; coin where it is paid with tickets') },
    why: 'needed',
    ...sends,
    run: async ({ context, operator }, { box: one, amount: sum }) => {
      await depositSeries(context, operator, one, sum)
      return `Box ${one} has a bond of ${sum} more.`
    },
  }),
  commit: command({
    about: 'Commits to new secret words where the old ones are used up.',
    options: { ...named, requests },
    why: 'needed',
    ...sends,
    run: async ({ context, operator }, { box: one, requests: many }) => {
      await commitSeries(context, operator, one, many)
      return `Box ${one} has words for ${many} openings more.`
    },
  }),
  stop: command({
    about: 'Stops a sale: takes back the bond but for draws that are awaited, without which nobody can open a box.',
    options: named,
    why: 'needed',
    ...sends,
    run: async ({ context, operator }, { box: one }) => {
      await stopSeries(context, operator, one)
      return `Box ${one} can’t be opened until it has a bond again; its bond is with the keeper.`
    },
  }),
  're-anchor': command({
    about: 'Commits to new secret words after a missed draw: the series can be opened again.',
    options: { ...named, requests },
    why: 'needed',
    ...sends,
    run: async ({ context, operator }, { box: one, requests: many }) => {
      await recommitSeries(context, operator, one, many)
      return `Box ${one} can be opened again, with words for ${many} openings.`
    },
  }),
  serve: command({
    about: 'Lets an account register series that mint prizes of the market’s own collection.',
    options: served,
    why: 'needed',
    ...sends,
    run: async ({ context, operator }, { chain, account }) => {
      await serveAccount(context, operator, { chainId: chain, account, isServed: true })
      return `Series of ${account} may mint prizes of this market.`
    },
  }),
  unserve: command({
    about: 'Ends that for series to come; those that are registered go on, since their buyers have paid.',
    options: served,
    why: 'needed',
    ...sends,
    run: async ({ context, operator }, { chain, account }) => {
      await serveAccount(context, operator, { chainId: chain, account, isServed: false })
      return `No new series of ${account} can mint prizes of this market.`
    },
  }),
  'take-back': command({
    about: 'Sends what nobody drew back to the keeper when the sale is over.',
    options: named,
    why: 'needed',
    ...sends,
    run: async ({ context, operator }, { box: one }) => {
      await takeBackSeries(context, operator, one)
      return `What was left in box ${one} is with the keeper.`
    },
  }),
})

function rowOf({ id: number, chainId, name, state, boxes, opened, waiting, missed, wordsLeft, price, bond, owner }: SeriesRow) {
  return { box: number, chain: chainId, name, state, price, boxes, opened, waiting, missed, 'words left': wordsLeft, bond, owner }
}

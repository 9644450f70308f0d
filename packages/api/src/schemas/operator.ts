import { z } from 'zod'
import { count, int, text } from './wire.ts'

/** One parameter of a command, as the console draws it. */
const OPTION_KINDS = ['text', 'whole', 'tokenId', 'address', 'choice', 'flag', 'series'] as const

const Option = z.object({
  name: z.string(),
  /** In English, as on the command line. */
  about: z.string(),
  kind: z.enum(OPTION_KINDS),
  isNeeded: z.boolean(),
  choices: z.array(z.string()).optional(),
  /** Most characters of a text, bounds of a number. */
  longest: count.optional(),
  from: count.optional(),
  to: count.optional(),
})
export type OperatorOption = z.output<typeof Option>

const Act = z.object({
  name: z.string(),
  about: z.string(),
  /** Only reads: it neither asks for nor records a reason. */
  isLook: z.boolean(),
  options: z.array(Option),
})
export type OperatorAct = z.output<typeof Act>

const Group = z.object({ name: z.string(), about: z.string(), acts: z.array(Act) })
export type OperatorGroup = z.output<typeof Group>

/** Big numbers as decimal text. */
const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()])
export const OperatorRow = z.record(z.string(), Cell)
export type OperatorRow = z.output<typeof OperatorRow>

/** A text, rows, or neither. */
export const OperatorReply = z.object({ said: z.string(), rows: z.array(OperatorRow) })
export type OperatorReply = z.output<typeof OperatorReply>

const DeskNetwork = z.object({ chainId: int, name: z.string(), symbol: z.string() })
export type OperatorNetwork = z.output<typeof DeskNetwork>

/** All networks of the market, including those hidden from visitors. */
export const Desk = z.object({ role: z.string(), groups: z.array(Group), networks: z.array(DeskNetwork) })

const Volume = z.object({
  chainId: int,
  symbol: z.string(),
  decimals: int,
  sales: count,
  /** In base units, of the last day, week and month. */
  day: z.string(),
  week: z.string(),
  month: z.string(),
})

/** The fees that sellers paid of the sales of the last 30 days, in base units by day: today's last. */
const SellerFees = z.object({ chainId: int, symbol: z.string(), decimals: int, total: z.string(), days: z.array(z.string()) })

export const Dashboard = z.object({
  volume: z.array(Volume),
  sellerFees: z.array(SellerFees),
  users: z.object({ all: count, day: count, week: count, signedIn: count, locked: count }),
  works: z.object({ items: count, hidden: count, collections: count, orders: count, auctions: count }),
  reports: count,
  /** Of the process that answers, since its start. */
  process: z.object({ seconds: count, calls: count, unexpected: count, limited: count }),
  chains: z.array(
    z.object({
      chainId: int,
      name: z.string(),
      head: count.nullable(),
      indexed: count.nullable(),
      lag: count.nullable(),
      lagSeconds: count.nullable(),
      isStopped: z.boolean(),
    }),
  ),
  queue: z.object({ news: count, mails: count, metadata: count, ranges: count }),
  /** The end of a job that recurs within a minute is not recorded. */
  jobs: z.array(z.object({ name: z.string(), everySeconds: z.number(), isHeld: z.boolean(), endedAgo: count.nullable() })),
})
export type Dashboard = z.output<typeof Dashboard>

/** The parameters of a command, by option name: all as text, as on a command line. A series of blind boxes is the longest. */
export const OptionTexts = z.record(z.string().max(40), text(60_000))

import type { Address } from '@plinth/protocol'
import { exchangeAbi } from '@plinth/protocol/abi'
import { sql } from 'kysely'
import { formatEther, type Hex } from 'viem'
import type { Chain } from '../chain/chain.ts'
import { findMissingRoles } from '../chain/key-roles.ts'
import type { ChainContracts } from '../config/config.ts'
import { ContentStoreFault } from '../content/content-store.ts'
import type { Context } from '../context.ts'
import type { NamedHost } from '../db/host-look.ts'
import { findPending, findUnknown } from '../db/migrate.ts'
import { freeBytes, LITTLE_SPACE } from '../process/disk-watch.ts'
import { chainStates } from '../process/readiness.ts'
import { examineBoxes } from './doctor-boxes.ts'
import { examineClock } from './doctor-clock.ts'
import { examineFloors } from './doctor-floors.ts'
import { examineFormer } from './doctor-former.ts'
import { examineHosts, examineReplicas, type NamedReplica } from './doctor-hosts.ts'
import { examineOfficial } from './doctor-official.ts'
import { examineRates } from './doctor-rates.ts'
import { examineSettler } from './doctor-settler.ts'
import { examineContents, examinePayTokens, examineWork } from './doctor-work.ts'
import { type Finding, ill, well, worry } from './finding.ts'

/** Facts that only the caller that starts the market knows. */
export type Known = {
  /** Undefined where the compiled contracts are not available: then only the existence of code is checked. */
  readonly isOurs: ((contract: Exclude<keyof ChainContracts, 'former'>, code: Hex) => boolean) | undefined
  /** Undefined where the keys are not available here. */
  readonly keys: { readonly miner: Address; readonly feeSigner: Address } | undefined
  /** Owner of the market's blind boxes; undefined where no key of it is configured. */
  readonly revealOperator?: Address | undefined
  /** Settles ended auctions; undefined where no key of it is configured. */
  readonly settler?: Address | undefined
  /** Asks the process that holds the keys; undefined where none is configured. @throws SignerFault */
  readonly trySigner?: (() => Promise<void>) | undefined
  /** The hosts of DATABASE_URL, as each was found. */
  readonly hosts?: readonly NamedHost[] | undefined
  /** Standbys of DATABASE_READ_URLS. */
  readonly replicas?: readonly NamedReplica[] | undefined
  /** Tests the mail transport; undefined where there is none. @throws what the mail server said */
  readonly tryMail: (() => Promise<void>) | undefined
}

const OLDEST_POSTGRES = 15
const GIB = 2n ** 30n
const LITTLE_COIN = 10n ** 16n

const DATABASE = ['database', '数据库'] as const
const TABLES = ['tables', '数据表'] as const
const FILES = ['files', '文件'] as const
const DISK = ['disk', '磁盘'] as const
const SIGNER = ['signer', '签名服务'] as const
const MAIL = ['mail', '邮件'] as const

/** Checks everything the market depends on. Changes nothing. */
export async function examine(context: Context, known: Known): Promise<Finding[]> {
  const database = await examineDatabase(context)
  const isUsable = database.every(({ state }) => state !== 'ill')
  const chains = await Promise.all(context.chains.all.map((chain) => examineChain(chain, known)))
  return [
    ...database,
    ...(isUsable ? await examineHosts(context, known.hosts ?? []) : []),
    ...examineReplicas(known.replicas ?? []),
    ...(isUsable ? [await examineClock(context)] : []),
    ...chains.flat(),
    ...(isUsable ? await examineReading(context) : []),
    ...(isUsable ? await examineEach(context, (chain) => examineOfficial(context, chain, known.keys?.miner)) : []),
    ...(isUsable ? await examineEach(context, (chain) => examinePayTokens(context, chain)) : []),
    ...(isUsable ? await examineEach(context, (chain) => examineRates(context, chain)) : []),
    ...(isUsable ? await examineEach(context, (chain) => examineFloors(context, chain)) : []),
    ...(isUsable ? await examineEach(context, (chain) => examineBoxes(context, chain, known.revealOperator)) : []),
    ...(await examineEach(context, (chain) => examineSettler(chain, known.settler))),
    ...(isUsable ? await examineEach(context, (chain) => examineFormer(context, chain)) : []),
    ...(isUsable ? await examineWork(context) : []),
    ...(await examineStorage(context, isUsable)),
    ...(await examineSigner(known)),
    await examineMail(known),
  ]
}

async function examineEach({ chains }: Context, look: (chain: Chain) => Promise<Finding[]>): Promise<Finding[]> {
  return (await Promise.all(chains.all.map(look))).flat()
}

async function examineDatabase({ db }: Context): Promise<Finding[]> {
  const version = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db).catch(() => undefined)
  if (!version) return [ill(DATABASE, ['It does not answer.', '数据库没有响应。'])]
  const major = Math.floor(Number(version.rows[0]?.version) / 10_000)
  const [pending, unknown] = [await findPending(db).catch(() => undefined), await findUnknown(db).catch(() => [])]
  const names = unknown.join(', ')
  return [
    major < OLDEST_POSTGRES
      ? ill(DATABASE, [
          `It is PostgreSQL ${major}: upgrade it to ${OLDEST_POSTGRES} or newer.`,
          `当前为 PostgreSQL ${major}：请升级到 ${OLDEST_POSTGRES} 或更高版本。`,
        ])
      : well(DATABASE, [`PostgreSQL ${major}.`, `PostgreSQL ${major}。`]),
    pending === undefined
      ? ill(TABLES, [
          'There are none of a market: start it once, or look whether DATABASE_URL is right.',
          '没有市场的数据表：请先启动一次，或检查 DATABASE_URL 是否正确。',
        ])
      : unknown.length > 0
        ? ill(TABLES, [
            `They are of a newer version (${names}): use that version's doctor, and start every process of the market with that version.`,
            `数据表来自更新的版本（${names}）：请使用该版本的 doctor，并用该版本启动市场的所有进程。`,
          ])
        : pending.length > 0
          ? ill(TABLES, [
              `They are of an older version, ${pending.length} steps behind: start the market once.`,
              `数据表版本较旧，落后 ${pending.length} 步：请启动一次市场。`,
            ])
          : well(TABLES, ['Of this version.', '与当前版本一致。']),
  ]
}

async function examineChain(chain: Chain, known: Known): Promise<Finding[]> {
  const about = [`chain ${chain.id}`, `链 ${chain.id}`] as const
  const answered = await chain.read((node) => node.getChainId()).catch(() => undefined)
  if (answered === undefined)
    return [
      ill(about, [
        'None of its nodes answers as this chain: look at rpcUrls, their keys, and whether they are of another chain.',
        '没有节点以该链的身份响应：请检查 rpcUrls、其密钥，以及它们是否属于其他链。',
      ]),
    ]
  if (answered !== chain.id)
    return [ill(about, [`Its node is of chain ${answered}: change rpcUrls.`, `其节点属于链 ${answered}：请修改 rpcUrls。`])]
  try {
    return [
      well(about, ['A node answers.', '节点响应正常。']),
      ...(await examineContracts(chain, known)),
      ...(await examineKeys(chain, known)),
    ]
  } catch {
    return [
      ill(about, [
        'Its nodes stopped answering in the middle: try again, or add another to rpcUrls.',
        '检查途中节点停止响应：请重试，或在 rpcUrls 中增加节点。',
      ]),
    ]
  }
}

/** All contracts but the two that run as clones' code; a set from before `manyTransfers` lacks it. */
const WHOLE = [
  'exchange',
  'auctionExchange',
  'blindBox',
  'manyTransfers',
  'transferProxy',
  'collectionFactory',
  'official721',
  'official1155',
  'prizeCollection',
] as const

async function examineContracts(chain: Chain, { isOurs }: Known): Promise<Finding[]> {
  const { contracts } = chain.config
  const present = WHOLE.flatMap((name) => {
    const address = contracts[name]
    return address ? [{ name, address }] : []
  })
  const found = await Promise.all(
    present.map(async ({ name, address }) => {
      const code = (await chain.read((node) => node.getCode({ address }))) ?? '0x'
      const at = `${name} at ${address}`
      if (code === '0x') return [`nothing is ${at}`, `${name}（${address}）处没有合约`] as const
      if (!isOurs || isOurs(name, code)) return undefined
      return [`${at} is other code than this version's`, `${name}（${address}）的代码与当前版本不同`] as const
    }),
  )
  const wrong = found.filter((one) => one !== undefined)
  const about = [`contracts of ${chain.id}`, `链 ${chain.id} 的合约`] as const
  if (wrong.length > 0)
    return [
      ill(about, [
        `${wrong.map(([en]) => en).join('; ')}: look whether \`contracts\` in PLINTH_CHAINS is what the deployment printed.`,
        `${wrong.map(([, zh]) => zh).join('；')}：请检查 PLINTH_CHAINS 中的 \`contracts\` 是否与部署时输出的一致。`,
      ]),
    ]
  return [
    well(about, [
      `All ${present.length} are there${isOurs ? ', with the code of this version' : ''}.`,
      `${present.length} 个合约均在${isOurs ? '，代码与当前版本一致' : ''}。`,
    ]),
  ]
}

async function examineKeys(chain: Chain, { keys }: Known): Promise<Finding[]> {
  const about = [`keys on ${chain.id}`, `链 ${chain.id} 的密钥`] as const
  const { exchange } = chain.config.contracts
  const owner = await chain
    .read((node) => node.readContract({ address: exchange, abi: exchangeAbi, functionName: 'owner' }))
    .catch(() => undefined)
  if (owner === undefined) return []
  const coin = await chain.read((node) => node.getBalance({ address: owner }))
  const state = coin < LITTLE_COIN ? worry : well
  const has = `${formatEther(coin)} ${chain.config.network.symbol}`
  const money = state(
    [`operator on ${chain.id}`, `链 ${chain.id} 的运营账户`],
    [`${owner} owns the exchange and has ${has}.`, `${owner} 拥有交易合约，余额为 ${has}。`],
  )
  if (!keys)
    return [
      money,
      worry(about, [
        'They can’t be seen from here: whether they have their roles was not looked at.',
        '此处无法查看密钥：未检查它们是否具备应有的角色。',
      ]),
    ]
  const missing = await findMissingRoles(chain, keys)
  if (missing.length === 0) return [money, well(about, ['Both have their roles.', '两个密钥均具备应有的角色。'])]
  return [
    money,
    ill(about, [
      `${missing.map(({ en }) => en).join('; ')}: the owner has to add it, or the keys are other ones.`,
      `${missing.map(({ zh }) => zh).join('；')}：须由合约所有者添加，或密钥有误。`,
    ]),
  ]
}

async function examineReading(context: Context): Promise<Finding[]> {
  await Promise.allSettled(context.chains.all.map((chain) => chain.refresh()))
  const chains = await chainStates(context)
  return chains.map(({ chainId, indexed, lag, stopped }) => {
    const about = [`reading of ${chainId}`, `链 ${chainId} 的读取`] as const
    if (stopped)
      return ill(about, [
        'It is stopped, because the chain took back more than it may: see "A stopped chain" in docs/operating.md.',
        '已停止：链回滚的区块超出允许范围，请参阅 docs/operating.md 中的 “A stopped chain”。',
      ])
    if (indexed === null)
      return ill(about, ['It has not begun: is a process with the role indexer running?', '尚未开始：是否有角色为 indexer 的进程在运行？'])
    if (lag === null)
      return worry(about, [
        `It is at block ${indexed}; how far the chain is, no node says.`,
        `已读到区块 ${indexed}；没有节点告知链的最新高度。`,
      ])
    return lag > 20
      ? ill(about, [
          `It is ${lag} blocks behind: is the market running, and are its nodes quick enough?`,
          `落后 ${lag} 个区块：市场是否在运行，节点是否足够快？`,
        ])
      : well(about, [`At block ${indexed}.`, `已读到区块 ${indexed}。`])
  })
}

async function examineStorage(context: Context, hasDatabase: boolean): Promise<Finding[]> {
  const { config, media } = context
  const { mediaDir } = config
  const fault = await media.store.examine().then(
    () => undefined,
    (error: Error) => error,
  )
  if (fault) return [ill(FILES, [fault.message, fault instanceof ContentStoreFault ? fault.sentences.zh : fault.message])]
  const at = {
    disk: [`${mediaDir} can be written.`, `${mediaDir} 可以写入。`],
    s3: ['The S3 storage answers.', 'S3 存储响应正常。'],
    ipfs: ['The IPFS node answers.', 'IPFS 节点响应正常。'],
  } as const
  return [
    well(FILES, at[config.storage.kind]),
    ...(hasDatabase ? [await examineContents(context)] : []),
    spaceFinding(mediaDir, await freeBytes(mediaDir)),
  ]
}

/** `free` in bytes. */
export function spaceFinding(mediaDir: string, free: bigint): Finding {
  const gib = `${(Number(free) / Number(GIB)).toFixed(1)} GiB`
  const says = `${gib} are free where ${mediaDir} lies.`
  return free < LITTLE_SPACE
    ? worry(DISK, [`Only ${says}`, `${mediaDir} 所在磁盘仅剩 ${gib} 可用。`])
    : well(DISK, [says, `${mediaDir} 所在磁盘有 ${gib} 可用。`])
}

async function examineSigner({ trySigner }: Known): Promise<Finding[]> {
  if (!trySigner) return []
  try {
    await trySigner()
    return [well(SIGNER, ['The keys answer.', '密钥响应正常。'])]
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/\.$/, '') : 'no answer'
    return [
      ill(SIGNER, [
        `Nothing can be signed, so no account mints or buys: ${why}. Start the process with the role signer, or look at SIGNER_URL and its token.`,
        `无法签名，因此无法铸造或购买（${why}）：请启动角色为 signer 的进程，或检查 SIGNER_URL 及其令牌。`,
      ]),
    ]
  }
}

async function examineMail({ tryMail }: Known): Promise<Finding> {
  if (!tryMail)
    return worry(MAIL, [
      'There is no way for it: nobody can sign in by e-mail (SMTP_URL, MAIL_FROM).',
      '未配置邮件服务：无法使用邮箱登录（SMTP_URL、MAIL_FROM）。',
    ])
  try {
    await tryMail()
    return well(MAIL, ['Letters can leave.', '邮件可以发出。'])
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer'
    return ill(MAIL, [`The mail server of SMTP_URL can't be used (${code}).`, `SMTP_URL 的邮件服务器无法使用（${code}）。`])
  }
}

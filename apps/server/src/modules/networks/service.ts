import type { TextPair } from '@plinth/api'
import { ZERO_ADDRESS } from '@plinth/protocol'
import { type Chain, createChain } from '../../chain/chain.ts'
import { editionsOf, namedContracts } from '../../chain/editions.ts'
import { findMissingRoles } from '../../chain/key-roles.ts'
import type { ChainConfig, NetworkChanges, NetworkSetting } from '../../config/config.ts'
import type { Context } from '../../context.ts'
import { type Tx, transact } from '../../db/database.ts'
import { isMixedContent, readChain, readNetworkSetting } from '../../serve/chains.ts'
import { collectProblems, type Problems } from '../../serve/problems.ts'
import { chainOf, type Operator, OperatorRefused, recordAudit } from '../operators/service.ts'
import { seedPayTokens } from '../pay-tokens/service.ts'
import { mintSignerOfMarket } from './mint-signer.ts'
import { refreshNetworks, withChanges } from './networks.ts'

export { mintSignerOfMarket } from './mint-signer.ts'
export { networksNow, refreshNetworks } from './networks.ts'
export { pauseNetwork, resumeNetwork } from './pause.ts'

const subjectOf = (chainId: number): string => `chain ${chainId}`

/**
 * Adds a network from an entry as `npm run deploy` prints it: every process serves and indexes it soon. @throws OperatorRefused
 */
export async function addNetwork(context: Context, operator: Operator, entry: string): Promise<ChainConfig> {
  const config = readEntry(context, entry)
  const { chainId, name, rpc } = config.network
  refuseKnown(context, chainId)
  await examine(context, config)
  await transact(context.db, async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('network')
      .values({ chain_id: chainId, added: JSON.stringify(config), changes: '{}' })
      .onConflict((conflict) => conflict.column('chain_id').doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) throw known(chainId)
    await seedPayTokens(tx, config)
    const details = { name, rpc, nodes: config.rpcUrls.length, exchange: config.contracts.exchange }
    await recordAudit(tx, context.clock, operator, { what: 'networks add', subject: subjectOf(chainId), details })
  })
  await refreshNetworks(context)
  return config
}

/** Changes one setting, here at once and soon in every process. @throws OperatorRefused */
export async function setNetwork(
  context: Context,
  operator: Operator,
  chainId: number,
  setting: NetworkSetting,
  text: string,
): Promise<void> {
  const chain = chainOf(context, chainId)
  const said = readChange(context, setting, text)
  if (said.nodes) await requireNode(context, withChanges(chain.config, said))
  await transact(context.db, async (tx) => {
    await changeIn(tx, chainId, (changes) => ({ ...changes, ...said }))
    // An endpoint may hold a key: only their number is shown.
    const value = said.nodes ? said.nodes.length : Object.values(said)[0]
    await recordAudit(tx, context.clock, operator, { what: 'networks set', subject: subjectOf(chainId), details: { [setting]: value } })
  })
  await refreshNetworks(context)
}

/** Restores the network as configured or added. @throws OperatorRefused */
export async function resetNetwork(context: Context, operator: Operator, chainId: number): Promise<void> {
  chainOf(context, chainId)
  await transact(context.db, async (tx) => {
    const were = await changeIn(tx, chainId, () => ({}))
    const changed = Object.keys(were)
    if (changed.length === 0)
      throw new OperatorRefused(`Nothing of chain ${chainId} was changed here.`, { zh: `链 ${chainId} 的设置未在此更改过。` })
    await recordAudit(tx, context.clock, operator, { what: 'networks reset', subject: subjectOf(chainId), details: { changed } })
  })
  await refreshNetworks(context)
}

/** Undoes an addition while nothing depends on it. @throws OperatorRefused */
export async function removeNetwork(context: Context, operator: Operator, chainId: number): Promise<void> {
  chainOf(context, chainId)
  await transact(context.db, async (tx) => {
    const row = await tx.selectFrom('network').select('added').where('chain_id', '=', chainId).forUpdate().executeTakeFirst()
    if (!row?.added || context.config.chains.some(({ network }) => network.chainId === chainId))
      throw new OperatorRefused(`Chain ${chainId} stands in PLINTH_CHAINS: take it off there.`, {
        zh: `链 ${chainId} 写在配置（PLINTH_CHAINS）中，请在配置中移除。`,
        field: 'chain',
      })
    const item = await tx.selectFrom('item').select('token_id').where('chain_id', '=', chainId).limit(1).executeTakeFirst()
    if (item)
      throw new OperatorRefused(`There are works on chain ${chainId} already, which people hold: pause it instead.`, {
        zh: `链 ${chainId} 上已有用户持有的作品：请改为暂停该网络。`,
        field: 'chain',
      })
    await tx.deleteFrom('network').where('chain_id', '=', chainId).execute()
    await recordAudit(tx, context.clock, operator, { what: 'networks remove', subject: subjectOf(chainId) })
  })
  await refreshNetworks(context)
}

/** The changes so far. */
async function changeIn(tx: Tx, chainId: number, change: (changes: NetworkChanges) => NetworkChanges): Promise<NetworkChanges> {
  const empty = { chain_id: chainId, added: null, changes: '{}' }
  await tx
    .insertInto('network')
    .values(empty)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { changes } = await tx.selectFrom('network').select('changes').where('chain_id', '=', chainId).forUpdate().executeTakeFirstOrThrow()
  await tx
    .updateTable('network')
    .set({ changes: JSON.stringify(change(changes)) })
    .where('chain_id', '=', chainId)
    .execute()
  return changes
}

function readEntry({ config }: Context, text: string): ChainConfig {
  const problems = collectProblems()
  const json = readJson(text)
  if (!json) throw wrongEntry(['It must be one entry in JSON, {"chainId": …}, as `npm run deploy` prints it.'])
  const chain = readChain(problems, 'entry', json)
  if (!chain || problems.all.length > 0) throw wrongEntry(problems.all)
  refuseMixed(config.origins[0], chain.network.rpc, 'entry')
  return chain
}

/** The list that `npm run deploy` prints has one entry. */
function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(text)
    const entry = Array.isArray(json) && json.length === 1 ? json[0] : json
    return typeof entry === 'object' && entry !== null && !Array.isArray(entry) ? entry : undefined
  } catch {
    return undefined
  }
}

function readChange({ config }: Context, setting: NetworkSetting, text: string): NetworkChanges {
  const problems: Problems = collectProblems()
  const said = readNetworkSetting(problems, setting, text)
  if (!said) throw new OperatorRefused(problems.all.join(' '), { zh: `设置有误：${problems.all.join(' ')}`, field: 'value' })
  refuseMixed(config.origins[0], said.rpc ?? '', 'value')
  return said
}

function wrongEntry(problems: readonly string[]): OperatorRefused {
  return new OperatorRefused(problems.join(' '), { zh: `网络条目有误：${problems.join(' ')}`, field: 'entry' })
}

function refuseMixed(publicUrl = '', rpc: string, field: string): void {
  if (isMixedContent(rpc, publicUrl))
    throw new OperatorRefused('The public rpc must be https, because the site is: browsers would not ask it.', {
      zh: '本站使用 https，公共 rpc 也须为 https，否则浏览器不会访问。',
      field,
    })
}

function refuseKnown({ chains }: Context, chainId: number): void {
  if (chains.find(chainId)) throw known(chainId)
}

function known(chainId: number): OperatorRefused {
  return new OperatorRefused(`Chain ${chainId} is one of this market already: \`networks set\` changes it.`, {
    zh: `链 ${chainId} 已是本站的网络，可直接更改其设置。`,
    field: 'entry',
  })
}

/**
 * Checks that the market exists on the chain: its nodes answer with that chain id, its contracts have code, and they accept our
 * keys.
 */
async function examine(context: Context, config: ChainConfig): Promise<void> {
  const chain = await requireNode(context, config)
  const refused = ([sentence, zh]: TextPair) => new OperatorRefused(sentence, { zh, field: 'entry' })
  const { contracts, deployBlock } = config
  const bare = await Promise.all(
    editionsOf(contracts)
      .flatMap(namedContracts)
      .map(async ([name, address]) => {
        const code = await chain.read((node) => node.getCode({ address }))
        return code && code !== '0x' ? [] : [`${name} (${address})`]
      }),
  )
  if (bare.flat().length > 0)
    throw refused([
      `There is no contract at ${bare.flat().join(', ')} on chain ${chain.id}: look whether they are what the deployment printed.`,
      `链 ${chain.id} 上以下地址没有合约：${bare.flat().join('、')}。请核对是否与部署时输出的一致。`,
    ])
  const { number } = await chain.refresh()
  if (deployBlock > number)
    throw refused([
      `deployBlock is ${deployBlock}, and chain ${chain.id} is at ${number}.`,
      `deployBlock 为 ${deployBlock}，而链 ${chain.id} 当前在 ${number}。`,
    ])
  await requireRoles(context, chain)
}

async function requireRoles(context: Context, chain: Chain): Promise<void> {
  const mintSigner = await mintSignerOfMarket(context, context.chains.default)
  // Without the keys this one is unknown.
  const feeSigner = context.signer.feeSigner === ZERO_ADDRESS ? undefined : context.signer.feeSigner
  const missing = await findMissingRoles(chain, { miner: mintSigner, feeSigner })
  if (missing.length === 0) return
  const adds = [
    ...(missing.some((role) => role.of === 'miner') ? [`${mintSigner} (addSigner)`] : []),
    ...(missing.some((role) => role.of === 'feeSigner') ? [`${feeSigner} (addFeeSigner)`] : []),
  ]
  throw new OperatorRefused(
    `On chain ${chain.id} ${missing.map(({ en }) => en).join('; ')}: deploy with the keys of this market, or have the owner of the contracts add ${adds.join(' and ')}.`,
    {
      zh: `在链 ${chain.id} 上，${missing.map(({ zh }) => zh).join('；')}：请用本站密钥部署，或由合约所有者添加 ${adds.join('、')}。`,
      field: 'entry',
    },
  )
}

/** Uses a chain of its own, so that its faults affect no other code. */
async function requireNode({ clock, log }: Context, config: ChainConfig): Promise<Chain> {
  const chain = createChain(config, { clock, log, whyRefused: async () => undefined })
  await chain.refresh().catch(() => {
    throw new OperatorRefused(`None of these nodes answers as chain ${chain.id}: look at the URLs and the id.`, {
      zh: `没有节点以链 ${chain.id} 作答：请核对网址和链编号。`,
    })
  })
  return chain
}

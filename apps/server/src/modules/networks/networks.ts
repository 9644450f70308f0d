import type { ChainConfig, NetworkChanges } from '../../config/config.ts'
import type { Context } from '../../context.ts'

export type KnownNetwork = { readonly config: ChainConfig; readonly isAdded: boolean; readonly changes: NetworkChanges }

/** Networks of the configuration and the operator's own, with the operator's changes. */
export async function networksNow({ db, config }: Pick<Context, 'db' | 'config'>): Promise<KnownNetwork[]> {
  const rows = await db.selectFrom('network').selectAll().orderBy('chain_id').execute()
  const configured = new Set(config.chains.map(({ network }) => network.chainId))
  const added = rows.flatMap((row) => (row.added && !configured.has(row.chain_id) ? [row.added] : []))
  return [...config.chains, ...added].map((chain) => {
    const { chainId } = chain.network
    const changes = rows.find((row) => row.chain_id === chainId)?.changes ?? {}
    return { config: withChanges(chain, changes), isAdded: !configured.has(chainId), changes }
  })
}

export function withChanges(chain: ChainConfig, { nodes, ...network }: NetworkChanges): ChainConfig {
  return { ...chain, network: { ...chain.network, ...network }, rpcUrls: nodes ?? chain.rpcUrls }
}

type Refreshed = Pick<Context, 'db' | 'config' | 'chains'>

/** Makes this process serve and index the present networks. */
export function refreshNetworks(context: Refreshed): Promise<void> {
  return context.chains.inTurn(async () => {
    const { chains } = context
    const known = await networksNow(context)
    for (const { config } of known)
      if (JSON.stringify(chains.find(config.network.chainId)?.config) !== JSON.stringify(config)) chains.put(config)
    for (const { id } of chains.all) if (!known.some(({ config }) => config.network.chainId === id)) chains.drop(id)
  })
}

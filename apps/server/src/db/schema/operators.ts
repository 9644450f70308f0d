import type { Language, Role } from '@plinth/api'
import type { ColumnType, Generated } from 'kysely'
import type { ChainConfig, NetworkChanges } from '../../config/config.ts'
import type { Json } from './accounts.ts'

/** The operators' audit log: who, when, what, to what, and why. Never changed, never deleted. */
type OperatorActTable = {
  id: Generated<number>
  at: ColumnType<number, number, never>
  who: ColumnType<string, string, never>
  what: ColumnType<string, string, never>
  subject: ColumnType<string, string, never>
  why: ColumnType<string, string, never>
  details: Json<Record<string, unknown>>
}

/** Wallets that open the console, and their roles. */
type OperatorRoleTable = { address: Uint8Array; role: Role; granted_at: number; granted_by: string }

/** Initial rows of a new market, by the names of those already inserted. */
type SeedTable = { name: string }

/** Settings that the operator changed at run time; they override the configuration. */
type SiteSettingTable = { name: string; value: Json<string> }
type AnnouncementTable = { id: Generated<number>; lang: Language; title: string; content: string; created_at: number }
type BannerTable = {
  id: Generated<number>
  chain_id: number
  address: string
  token_id: string
  image: string
  title_en: string
  title_zh: string
  text_en: string
  text_zh: string
}
type PausedChainTable = { chain_id: number }
/** Networks that the operator added or changed at run time. */
type NetworkTable = { chain_id: number; added: ColumnType<ChainConfig | null, string | null, string | null>; changes: Json<NetworkChanges> }
type OfficialSenderTable = { chain_id: number; collection: Uint8Array; sender: Uint8Array }

export type OperatorTables = {
  operator_act: OperatorActTable
  operator_role: OperatorRoleTable
  seed: SeedTable
  site_setting: SiteSettingTable
  announcement: AnnouncementTable
  banner: BannerTable
  official_sender: OfficialSenderTable
  paused_chain: PausedChainTable
  network: NetworkTable
}

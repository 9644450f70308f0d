import type { NoticeSubtype, NoticeType } from '@plinth/protocol'
import type { ColumnType, Generated } from 'kysely'

type Bytes = Uint8Array
/** jsonb: written as JSON text, read as parsed. */
export type Json<T> = ColumnType<T, string, string>

/** An account that has signed in. Others have no row, only an address. */
type AccountTable = {
  id: Generated<number>
  address: Bytes
  nickname: string
  avatar: string
  brief: string
  banner_url: string
  short_url: string | null
  /** "1" wallet, "2" e-mail (decision 17) */
  login_type: string
  /** When the operator locked the account. */
  locked_at: Generated<number | null>
  created_at: number
  updated_at: number
}

type SessionTable = {
  /** SHA-256 of the token. */
  token_hash: Bytes
  account_id: number
  created_at: number
  used_at: number
}

/** Sign-ins already used: a second one is a replay, or within seconds a repeat. */
type LoginUseTable = {
  use_key: Bytes
  /** The token, sealed under a key made from the sign-in's own signature, which is not stored. */
  sealed_token: Bytes
  used_at: number
}

/** Secrets that the server generates once for itself. */
type ServerSecretTable = { name: string; value: Bytes }

type CategoryTable = {
  id: Generated<number>
  parent_id: number | null
  name: string
  position: number
  /** The operator's titles; both empty where the web app's own are used. */
  title_en: Generated<string>
  title_zh: Generated<string>
}

type PayTokenTable = {
  id: Generated<number>
  chain_id: number
  address: Bytes
  name: string
  symbol: string
  decimals: number
  avatar: string
  is_default: boolean
  position: number
  /** An unlisted token still names the orders in it. */
  is_listed: Generated<boolean>
  /** Added at run time: the configuration does not affect it. */
  is_operators: Generated<boolean>
}

type StoredFileTable = {
  id: Generated<number>
  cid: string
  account_id: number
  name: string
  created_at: number
}

/** Bytes on disk, once per content. */
type MediaTable = {
  cid: string
  mime: string
  extension: string
  kind: 'image' | 'audio' | 'video' | 'json'
  size: number
  width: number
  height: number
  /** Of a picture; null without a count. */
  frames: number | null
  created_at: number
  /** When it was last stored or held; the later of this and `created_at` counts. */
  wanted_at: Generated<number>
}

type LikeTable = {
  chain_id: number
  collection: Bytes
  token_id: ColumnType<bigint, bigint | string>
  account: Bytes
  created_at: number
  /** Its account once traded or minted: "most liked" counts it. By triggers. */
  is_counted: Generated<boolean>
}
type LikeCounterTable = { chain_id: number; account: Bytes; likes: number }

type FollowTable = { follower: Bytes; followed: Bytes; created_at: number }
type FollowCounterTable = { account: Bytes; following: number; followers: number }

type NoticeTable = {
  id: Generated<number>
  account: Bytes
  /** Its source; one notice per account, source and subtype. */
  source: string
  /** Null for one about an account alone. */
  chain_id: number | null
  type: NoticeType
  subtype: NoticeSubtype
  operator: Bytes
  media: string
  content: Json<unknown>
  is_read: boolean
  created_at: number
}
type NoticeCounterTable = { account: Bytes; total: number; unread: number }

export type AccountTables = {
  account: AccountTable
  session: SessionTable
  login_use: LoginUseTable
  server_secret: ServerSecretTable
  category: CategoryTable
  pay_token: PayTokenTable
  stored_file: StoredFileTable
  media: MediaTable
  item_like: LikeTable
  like_counter: LikeCounterTable
  follow: FollowTable
  follow_counter: FollowCounterTable
  notice: NoticeTable
  notice_counter: NoticeCounterTable
}

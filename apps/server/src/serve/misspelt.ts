/** Every setting of `serve` and of the operator's commands; the test finds each that the readers take. */
export const SETTINGS: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_READ_URLS',
  'DATABASE_POOL',
  'DATABASE_PREPARE',
  'PUBLIC_URL',
  'PLINTH_CHAINS',
  'DEFAULT_CHAIN_ID',
  'CONNECT_CHAIN_ID',
  'API_PREFIX',
  'HOST',
  'PORT',
  'KEYSTORE_DIR',
  'KEYSTORE_PASSPHRASE_FILE',
  'PLAIN_KEYS_DIR',
  'KEEPER_KEYSTORE',
  'KEEPER_PASSPHRASE_FILE',
  'SETTLER_KEYSTORE',
  'SETTLER_PASSPHRASE_FILE',
  'SETTLER_WAIT_MINUTES',
  'SIGNER_URL',
  'SIGNER_TOKEN_FILE',
  'SIGNER_LISTEN',
  'ROLES',
  'TRUST_PROXY',
  'DATA_DIR',
  'WEB_DIR',
  'SITE_CONFIG',
  'RATE_LIMITS',
  'STORAGE',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_KEY_FILE',
  'IPFS_API',
  'IPFS_API_TOKEN_FILE',
  'METRICS_PORT',
  'METRICS_HOST',
  'METRICS_TOKEN_FILE',
  'LOG_LEVEL',
  'LOG_FORMAT',
  'MAX_CONNECTIONS',
  'ANSWER_CACHE_MB',
  'DRY_RUNS_PER_MINUTE',
  'ITEM_INDEX_MB',
  'DRAIN_SECONDS',
  'AUCTION_EXPIRE_HOURS',
  'IPFS_GATEWAYS',
  'ARWEAVE_GATEWAYS',
  'SMTP_URL',
  'MAIL_FROM',
]

/** Shorter names (HOST, PORT) are near too many others, such as HOME. */
const SHORTEST = 5
const LONG = 9

/**
 * A misspelt setting would be as if it were not there: with TRUST_PROXI all visitors share one limit. A sentence for each name of the
 * environment that is none of ours and differs from one by a slip of the fingers.
 */
export function findMisspelt(env: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(env).flatMap((name) => {
    if (SETTINGS.includes(name)) return []
    const meant = SETTINGS.find((setting) => setting.length >= SHORTEST && isNear(name, setting))
    return meant === undefined ? [] : [`${name} is no setting: ${meant} was meant? Rename it, or take it out of the environment.`]
  })
}

function isNear(name: string, setting: string): boolean {
  const most = setting.length < LONG ? 1 : 2
  const plain = (text: string) => text.toLocaleUpperCase('en').replaceAll(/[-_]/g, '')
  if (plain(name) === plain(setting)) return true
  // A slip is seldom in the first letter, another name's often: HTTP_URL is no SMTP_URL.
  return name[0] === setting[0] && Math.abs(name.length - setting.length) <= most && slips(name, setting) <= most
}

/** Letters that are wrong, missing, too many, or swapped with their neighbour. */
function slips(a: string, b: string): number {
  let [last, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const [left = 0, above = 0, before = 0, swapped = 0] = [next[j - 1], row[j], row[j - 1], last[j - 2]]
      next.push(Math.min(left + 1, above + 1, before + (isSame ? 0 : 1), isSwapped ? swapped + 1 : Number.POSITIVE_INFINITY))
    }
    last = row
    row = next
  }
  return row[b.length] ?? 0
}

const HIDDEN = '[hidden]'

/** Fields whose value is secret, however deep they are nested. */
const SECRET_FIELDS =
  /^(authorization|cookie|set-cookie|finger-nft-token|.*token|.*(password|passphrase|secret|signature|mnemonic|privatekey|private_key)|key|keys|email|mail|code|r|s)$/i
/** `code` is a secret when a person typed it, and the most useful field of an error. */
const ERROR_CODE = /^([A-Z][A-Z0-9_]{1,39}|[0-9A-Z]{5}|-\d+)$/

const PATTERNS: readonly [RegExp, string][] = [
  // Endpoints carry their key in the path, the query or before the host.
  [/\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#"'<>@]*@)?([^\s/?#"'<>]+)[/?#][^\s"'<>)\]]*/gi, `$1$2/${HIDDEN}`],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/?#"'<>@]*@([^\s/?#"'<>]+)/gi, `$1$2/${HIDDEN}`],
  [/\b0x[0-9a-f]{128,132}\b/gi, '0x[signature]'],
  [/\bBearer\s+[^\s"']+/gi, `Bearer ${HIDDEN}`],
  [/[\w.%+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b/gi, '[e-mail]'],
  // 256 bits of base64url: a session. Words joined by dashes have no capitals among them.
  [/(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{43}(?![\w-])/g, '[token]'],
]

/** What none of them finds: short, and without the signs of an address. Most fields of the lines of calls. */
const PLAIN = /^[\w.-]{0,40}$/

export type Redact = {
  text(text: string): string
  field(name: string, value: unknown): unknown
}

/** Removes what must not be in a log: by the field's name, by its shape, and the exact texts given here. */
export function createRedact(secrets: readonly string[] = []): Redact {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= 6).sort((a, b) => b.length - a.length)
  const text = (value: string): string => {
    const withoutShapes = PLAIN.test(value) ? value : PATTERNS.reduce((left, [pattern, instead]) => left.replace(pattern, instead), value)
    return known.reduce((left, secret) => left.replaceAll(secret, HIDDEN), withoutShapes)
  }
  return {
    text,
    field: (name, value) => {
      if (value === undefined || value === null || !SECRET_FIELDS.test(name)) return typeof value === 'string' ? text(value) : value
      return name === 'code' && ERROR_CODE.test(String(value)) ? value : HIDDEN
    },
  }
}

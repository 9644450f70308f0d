import { inEach, type Language, type Texts } from '@plinth/api'

/** One sentence in every language. */
export type Words = Texts

/** The subject of a sentence. */
export const STORE = {
  s3: { en: 'The S3 storage', zh: 'S3 存储' },
  ipfs: { en: 'The IPFS node', zh: 'IPFS 节点' },
} as const satisfies Record<string, Words>

/** Every message about a store's failure: English for the log and the command line, both languages for the operator's console. */
export const STORE_FAULTS = {
  SILENT: { en: '{store} does not answer ({code}).', zh: '{store}没有响应（{code}）。' },
  FAILING: { en: '{store} answers {status}.', zh: '{store}返回 {status}。' },
  TOO_LONG: { en: '{store} answers with more than was asked for.', zh: '{store}返回的内容超出所请求的范围。' },
  FOLDER_CLOSED: { en: "{folder} can't be written by this user.", zh: '当前用户无法写入 {folder}。' },
  FILE_MISSING: { en: '{path} is missing, and the database names it.', zh: '数据库中有 {path} 的记录，但文件缺失。' },
  S3_MISSING: { en: 'The S3 storage has no {cid}, and the database names it.', zh: '数据库中有 {cid} 的记录，但 S3 存储中没有。' },
  S3_REFUSES: { en: 'The S3 storage answers {status} where {act}.', zh: 'S3 存储在{act}时返回 {status}。' },
  S3_FORBIDS: {
    en: 'The S3 storage answers {status} where {act}: are key, secret and region right, and may this key do it?',
    zh: 'S3 存储在{act}时返回 {status}：请检查访问密钥、私钥和区域是否正确，以及该密钥是否有此权限。',
  },
  IPFS_MISSING: { en: 'The IPFS node says that it has no {cid}.', zh: 'IPFS 节点表示没有 {cid}。' },
  IPFS_REFUSES: { en: 'The IPFS node answers {status}, {act}.', zh: 'IPFS 节点在{act}时返回 {status}。' },
  IPFS_OTHER_BYTES: { en: 'The IPFS node gave other bytes than those of {cid}.', zh: 'IPFS 节点返回的数据与 {cid} 不符。' },
  IPFS_NO_FILE: { en: 'The IPFS node has no file as {cid}.', zh: 'IPFS 节点上的 {cid} 不是文件。' },
  IPFS_NOT_KEPT: { en: 'The IPFS node did not keep {cid}.', zh: 'IPFS 节点未能保存 {cid}。' },
} as const satisfies Record<string, Words>

export type StoreFaultCode = keyof typeof STORE_FAULTS
type FactsIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | FactsIn<Rest> : never
export type Said = Words & { readonly code: StoreFaultCode }

/** The sentence in both languages, with its parameters. */
export function says<Code extends StoreFaultCode>(
  code: Code,
  facts: Readonly<Record<FactsIn<(typeof STORE_FAULTS)[Code]['en']>, string | number | Words>>,
): Said {
  const filled = (language: Language): string =>
    STORE_FAULTS[code][language].replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const fact = (facts as Readonly<Record<string, string | number | Words>>)[name] ?? ''
      return typeof fact === 'object' ? fact[language] : String(fact)
    })
  return { ...inEach(filled), code }
}

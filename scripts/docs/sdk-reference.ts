import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ROOT } from '../checks/sources.ts'
import { failWithSentence } from '../market/fail.ts'

export const FILE = 'docs/sdk.md'
const EXAMPLES = 'packages/sdk/examples'
const DOC = String.raw`(?:/\*\*(?<doc>(?:(?!\*/)[\s\S])*)\*/\n)?`
const ACT_HEAD = String.raw`(?<head>(?:function (?<declared>\w+)|const (?<named>\w+) = )\((?<fields>(?:(?!\): (?!Act )|\n\n)[\s\S])*?)\)): Act (?:\{|=>)`
/** `export function bid(…): Act {` or `export const list = (…): Act =>`, with the docstring above. */
const ACT = new RegExp(`^${DOC}export ${ACT_HEAD}`, 'gm')
const TYPE = /^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export (?:type|interface) (\w+)[\s\S]*?(?=\n\n)/gm
const EXAMPLE = /^(?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?export async function [\s\S]*?^\}$/gm

export type ActReference = {
  readonly name: string
  /** Empty where the source has no docstring. */
  readonly doc: string
  /** Its parameters as the source declares them. */
  readonly signature: string
  /** The package's own types that the signature names. */
  readonly types: readonly string[]
  /** Functions of `packages/sdk/examples` that call it, shortest first. */
  readonly examples: readonly { readonly file: string; readonly text: string }[]
}

const readSource = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

export type SdkReference = {
  readonly acts: readonly ActReference[]
  /** Declarations of the types that the acts name, by name. */
  readonly types: ReadonlyMap<string, string>
}

/** Every act that the SDK exports, and the types of its parameters, by name. */
export function readReference(): SdkReference {
  const sources = globSync('packages/sdk/src/*.ts', { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => `${readSource(path)}\n\n`)
  const types = new Map(sources.flatMap((source) => [...source.matchAll(TYPE)].map(([text, name = '']) => [name, text.trim()] as const)))
  const examples = globSync(`${EXAMPLES}/*.ts`, { cwd: ROOT }).flatMap((path) =>
    [...readSource(path).matchAll(EXAMPLE)].map(([text]) => ({ file: basename(path), text })),
  )
  const acts = sources.flatMap((source) => [...source.matchAll(ACT)].map(({ groups = {} }) => actOf(groups, types, examples)))
  const named = [...new Set(acts.flatMap((act) => act.types))].toSorted()
  return {
    acts: acts.toSorted((one, other) => one.name.localeCompare(other.name, 'en')),
    types: new Map(named.map((name) => [name, types.get(name) ?? ''])),
  }
}

function actOf(
  { doc = '', declared, named, fields = '' }: Readonly<Record<string, string | undefined>>,
  types: ReadonlyMap<string, string>,
  examples: ActReference['examples'],
): ActReference {
  const name = declared ?? named ?? ''
  const words = [...new Set(fields.match(/\b[A-Z]\w+/g))]
  return {
    name,
    doc: doc.replaceAll(/\n? *\*? +/g, ' ').trim(),
    signature: `${name}(${fields})`,
    types: words.filter((word) => types.has(word)),
    examples: examples
      .filter(({ text }) => new RegExp(`\\b${name}\\(`).test(text))
      .toSorted((one, other) => one.text.length - other.text.length),
  }
}

/** The reference of all acts as Markdown. */
export function writeActs({ acts, types }: SdkReference): string {
  const code = (text: string) => `\`\`\`ts\n${text}\n\`\`\`\n`
  const sections = acts.map(({ name, doc, signature, types: used, examples: [example] }) => {
    const links = used.map((type) => `[${type}](#${type.toLowerCase()})`).join(', ')
    const parts = [`## ${name}\n`, `${doc}\n`, code(signature)]
    if (links) parts.push(`Types: ${links}.\n`)
    if (example) parts.push(`From [${example.file}](../${EXAMPLES}/${example.file}):\n`, code(example.text))
    return parts.join('\n')
  })
  const declared = [...types].map(([name, text]) => `### ${name}\n\n${code(text)}`)
  const head = `# Acts of the SDK

\`npm run docs:sdk\` writes this page from \`packages/sdk\`; [its README](../packages/sdk/README.md) says how an act is performed. The examples run against a started market in \`apps/server/test/sdk\`.
`
  return [head, ...sections, '## Types of parameters\n', ...declared].join('\n')
}

if (import.meta.main)
  await failWithSentence(async () => {
    writeFileSync(join(ROOT, FILE), writeActs(readReference()))
    console.log(`Wrote ${FILE}.`)
  })

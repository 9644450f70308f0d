import type { z } from 'zod'

/** All problems of the settings at once, a plain sentence each, and never a value that could be a secret. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

export type Problems = {
  readonly all: readonly string[]
  add(sentence: string): void
  /** The parsed value, or undefined after its problems were recorded. */
  parse<T>(where: string, schema: z.ZodType<T>, value: unknown): T | undefined
}

export function collectProblems(): Problems {
  const all: string[] = []
  const add = (sentence: string): void => {
    if (!all.includes(sentence)) all.push(sentence)
  }
  return {
    all,
    add,
    parse: (where, schema, value) => {
      const parsed = schema.safeParse(value)
      if (parsed.success) return parsed.data
      for (const issue of parsed.error.issues) add(sentenceOf(where, issue))
      return undefined
    },
  }
}

/** Our own messages are whole predicates ("must be …"); zod's are put after the place. */
function sentenceOf(where: string, issue: z.core.$ZodIssue): string {
  const place = [where, ...issue.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))].join('')
  if (/^(must|can’t|needs)/.test(issue.message)) return `${place} ${issue.message}.`
  if (issue.code === 'unrecognized_keys') return `${place} has fields that are not known: ${issue.keys.join(', ')}.`
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${place} is missing.`
  return `${place}: ${issue.message.replace(/\.$/, '')}.`
}

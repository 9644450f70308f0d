import { readFileSync, statSync } from 'node:fs'
import type { Problems } from './problems.ts'

/** A file that a setting names; a problem instead of a throw. */
export function readNamed(problems: Problems, setting: string, path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    problems.add(`${setting} names ${path}, which can't be read (${codeOf(error)}).`)
    return undefined
  }
}

/** A secret in a file that only its owner can read, so that no environment and no process list contains it. */
export function readSecret(problems: Problems, setting: string, path: string, shortest = 1): string | undefined {
  const text = readNamed(problems, setting, path)?.trim()
  if (text === undefined) return undefined
  if (process.platform !== 'win32' && (statSync(path).mode & 0o007) !== 0) {
    problems.add(`${setting} names ${path}, which everybody on this machine can read: chmod 600 it.`)
    return undefined
  }
  if (text.length >= shortest) return text
  problems.add(`${setting} names ${path}, which must hold at least ${shortest} characters.`)
  return undefined
}

/** JSON in the setting itself, or in the file it names. */
export function readJson(problems: Problems, setting: string, value: string): unknown {
  const isInline = /^\s*[[{]/.test(value)
  const text = isInline ? value : readNamed(problems, setting, value)
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    problems.add(isInline ? `${setting} is no valid JSON.` : `${setting} names ${value}, which is no valid JSON.`)
    return undefined
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
}

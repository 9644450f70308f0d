import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** With PLINTH_RECORD, a folder: stores every answered form there, for scripts/docs/record-examples.ts to select from. */
export function recordCall(path: string, contentType: string, sent: string | Buffer, answer: string): void {
  const folder = process.env.PLINTH_RECORD
  if (!folder) return
  const request = contentType.includes('urlencoded') ? Object.fromEntries(new URLSearchParams(sent.toString())) : {}
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${process.pid}.jsonl`), `${JSON.stringify({ path, request, answer: JSON.parse(answer) })}\n`)
}

/** The same of a resource of `GET /v1`. */
export function recordResource(name: string, path: string, answer: unknown): void {
  const folder = process.env.PLINTH_RECORD
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  appendFileSync(join(folder, `${process.pid}.v1.jsonl`), `${JSON.stringify({ name, path, answer })}\n`)
}
